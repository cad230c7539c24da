// Followed threads by events, with the totals that the sidebar shows.
import { type EventOf, held } from "../net/events";
import type { Thread } from "../wire.gen";
import type { Effect } from "./apply";
import { type Change, put, type ThreadTotals, type View } from "./tables";

export function updated(view: View, event: EventOf<"thread_updated">): Effect {
  const thread = held<Thread>(event.data.thread as string);
  const teamId = event.broadcast.team_id;
  const changes: Change[] = [put("threads", thread.id, thread)];
  const before = { unread: event.data.previous_unread_replies > 0, mentions: event.data.previous_unread_mentions };
  changes.push(
    ...totals(view, teamId, before, { unread: thread.unread_replies > 0, mentions: thread.unread_mentions }),
  );
  const post = view.get("posts", thread.id);
  if (post) changes.push(put("posts", thread.id, { ...post, reply_count: thread.reply_count, is_following: true }));
  return { changes, needs: [] };
}

export function followed(view: View, event: EventOf<"thread_follow_changed">): Effect {
  const { thread_id: id, state } = event.data;
  const changes: Change[] = [];
  const post = view.get("posts", id);
  if (post) changes.push(put("posts", id, { ...post, is_following: state }));
  if (state) return { changes, needs: [{ load: "thread", id }] };
  const thread = view.get("threads", id);
  if (thread) {
    changes.push(put("threads", id, undefined));
    const before = { unread: thread.unread_replies > 0, mentions: thread.unread_mentions };
    changes.push(...totals(view, event.broadcast.team_id, before, { unread: false, mentions: 0 }));
  }
  return { changes, needs: [] };
}

export function read(view: View, event: EventOf<"thread_read_changed">): Effect {
  const teamId = event.broadcast.team_id;
  if (!("thread_id" in event.data) || event.data.thread_id === "") {
    return { changes: [], needs: [{ load: "threads", id: teamId }] };
  }
  const said = event.data;
  const thread = view.get("threads", said.thread_id);
  const changes: Change[] = [];
  if (thread) {
    changes.push(
      put("threads", thread.id, {
        ...thread,
        unread_replies: said.unread_replies,
        unread_mentions: said.unread_mentions,
        last_viewed_at: said.timestamp,
      }),
    );
  }
  const before = { unread: said.previous_unread_replies > 0, mentions: said.previous_unread_mentions };
  changes.push(...totals(view, teamId, before, { unread: said.unread_replies > 0, mentions: said.unread_mentions }));
  return { changes, needs: [] };
}

interface Share {
  readonly unread: boolean;
  readonly mentions: number;
}

function totals(view: View, teamId: string, before: Share, after: Share): Change[] {
  const known = view.get("threadTotals", teamId);
  if (!known) return [];
  const row: ThreadTotals = {
    unread: Math.max(0, known.unread + Number(after.unread) - Number(before.unread)),
    mentions: Math.max(0, known.mentions + after.mentions - before.mentions),
  };
  return [put("threadTotals", teamId, row)];
}
