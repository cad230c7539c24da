// Followed threads by events, with the totals that the sidebar shows. Threads of conversations count in every team.
import { type EventOf, held } from "../net/events";
import type { Thread } from "../wire.gen";
import type { Effect, Need } from "./effect";
import { type Change, put, type ThreadTotals, type View } from "./tables";

export function updated(view: View, event: EventOf<"thread_updated">): Effect {
  const thread = held<Thread>(event.data.thread as string);
  const known = view.get("threads", thread.id);
  // A thread is in no list when its last reply was deleted.
  const changes: Change[] = [put("threads", thread.id, thread.reply_count > 0 ? thread : undefined)];
  const post = view.get("posts", thread.id);
  if (post) {
    const { reply_count, last_reply_at, participants } = thread;
    changes.push(put("posts", thread.id, { ...post, reply_count, last_reply_at, participants, is_following: true }));
  }
  // With its last reply a thread left the sums when that was deleted.
  if (thread.reply_count === 0 && !known) return { changes, needs: [] };
  const { previous_unread_replies: replies, previous_unread_mentions: mentions } = event.data;
  const before = known ? shareOf(known) : share(replies, mentions);
  return counted(view, changes, teamOf(view, thread.post.channel_id, event.broadcast.team_id), before, shareOf(thread));
}

export function followed(view: View, event: EventOf<"thread_follow_changed">): Effect {
  const { thread_id: id, state } = event.data;
  const changes: Change[] = [];
  const post = view.get("posts", id);
  if (post) changes.push(put("posts", id, { ...post, is_following: state }));
  if (state) return { changes, needs: [{ load: "thread", id }] };
  const known = view.get("threads", id);
  if (known) changes.push(put("threads", id, undefined));
  const channelId = known?.post.channel_id ?? post?.channel_id ?? "";
  const teamId = teamOf(view, channelId, event.broadcast.team_id);
  return counted(view, changes, teamId, known && shareOf(known), NOTHING);
}

export function read(view: View, event: EventOf<"thread_read_changed">): Effect {
  const { team_id: teamId, channel_id: of } = event.broadcast;
  if (!("thread_id" in event.data) || event.data.thread_id === "") {
    // Of one channel, or of a team, where those of conversations count in the other teams, too.
    const isRead = of === "" ? (place: string) => isIn(view, place, teamId) : (place: string) => place === of;
    const id = of === "" ? "" : teamOf(view, of, "");
    return { changes: allRead(view, isRead), needs: [{ load: "threadTotals", id }] };
  }
  const { thread_id: id, channel_id: channelId, timestamp, unread_replies, unread_mentions, ...previous } = event.data;
  const known = view.get("threads", id);
  const row = known && { ...known, unread_replies, unread_mentions, last_viewed_at: timestamp };
  const before = known ? shareOf(known) : share(previous.previous_unread_replies, previous.previous_unread_mentions);
  const changes = row ? [put("threads", id, row)] : [];
  const after = share(unread_replies, unread_mentions);
  return counted(view, changes, teamOf(view, channelId, teamId), before, after);
}

/** Whether a thread there is in a team's list, where those of conversations are as well. */
function isIn(view: View, channelId: string, teamId: string): boolean {
  const place = view.get("channels", channelId)?.team_id;
  return place === "" || place === teamId;
}

/** The threads of some channels, read. */
function allRead(view: View, isRead: (channelId: string) => boolean): Change[] {
  return [...view.ids("threads")].flatMap((id) => {
    const thread = view.get("threads", id);
    if (!thread || !isRead(thread.post.channel_id)) return [];
    return [put("threads", id, { ...thread, unread_replies: 0, unread_mentions: 0 })];
  });
}

/** A followed thread that is gone, taken off what its team shows. */
export function ended(view: View, id: string): Change[] {
  const known = view.get("threads", id);
  if (!known) return [];
  const teamId = view.get("channels", known.post.channel_id)?.team_id ?? "";
  return [put("threads", id, undefined), ...totals(view, teamId, shareOf(known), NOTHING)];
}

/** What of a team's totals is one thread's. */
interface Share {
  readonly unread: boolean;
  readonly mentions: number;
}

const NOTHING: Share = { unread: false, mentions: 0 };

/** Where no reply is unread, no mention is. */
const share = (replies: number, mentions: number): Share => (replies > 0 ? { unread: true, mentions } : NOTHING);

const shareOf = (thread: Thread): Share => share(thread.unread_replies, thread.unread_mentions);

/** The team of a thread; empty for those of conversations, whichever team was looked at. */
const teamOf = (view: View, channelId: string, told: string): string =>
  view.get("channels", channelId)?.team_id ?? told;

/** The changes with what they do to the totals, which are asked for where it is not known what was counted before. */
function counted(view: View, changes: Change[], teamId: string, before: Share | undefined, after: Share): Effect {
  if (before) return { changes: [...changes, ...totals(view, teamId, before, after)], needs: [] };
  const needs: Need[] = [{ load: "threadTotals", id: teamId }];
  return { changes, needs };
}

function totals(view: View, teamId: string, before: Share, after: Share): Change[] {
  const teams = teamId === "" ? [...view.ids("threadTotals")] : [teamId];
  return teams.flatMap((id) => {
    const known = view.get("threadTotals", id);
    if (!known) return [];
    const row: ThreadTotals = {
      unread: Math.max(0, known.unread + Number(after.unread) - Number(before.unread)),
      mentions: Math.max(0, known.mentions + after.mentions - before.mentions),
    };
    return [put("threadTotals", id, row)];
  });
}
