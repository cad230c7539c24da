// Posts by events: written, edited, deleted, reacted to, acknowledged.
import { type EventOf, held } from "../net/events";
import type { Post, PostMetadata, Reaction } from "../wire.gen";
import type { Effect, Need } from "./effect";
import { byAge } from "./order";
import { type Change, channelWindow, draftKey, put, threadWindow, type View, type Window } from "./tables";
import { ended } from "./threads";

const SYSTEM_JOIN_LEAVE = new Set([
  "system_join_leave",
  "system_add_remove",
  "system_join_channel",
  "system_leave_channel",
  "system_join_team",
  "system_leave_team",
  "system_add_to_channel",
  "system_remove_from_channel",
  "system_add_to_team",
  "system_remove_from_team",
]);

/** Posts about joining and leaving count as nothing unread. */
export const isJoinLeave = (post: Post) => SYSTEM_JOIN_LEAVE.has(post.type);
export const isSystem = (post: Post) => post.type.startsWith("system_");
const isUrgent = (post: Post) => post.metadata?.priority?.priority === "urgent";

export function posted(view: View, event: EventOf<"posted">): Effect {
  const post = held<Post>(event.data.post as string);
  if (view.get("posts", post.id)) return { changes: [], needs: [] };
  const needs: Need[] = [];
  if (!view.get("channels", post.channel_id)) needs.push({ load: "channel", id: post.channel_id });
  if (!view.get("users", post.user_id)) needs.push({ load: "user", id: post.user_id });
  const changes = [...taken(view, post), ...counted(view, post, event.data.mentions !== undefined)];
  if (post.root_id !== "") changes.push(...replied(view, post));
  changes.push(put("typing", `${post.channel_id}/${post.root_id}/${post.user_id}`, undefined));
  return { changes, needs };
}

/** A post that is new here, in the windows that show it; what waited under its pending id is confirmed. */
export function taken(view: View, post: Post): Change[] {
  const changes: Change[] = [];
  const window = channelWindow(post.channel_id);
  if (post.root_id === "") changes.push(...appended(view, window, post));
  else changes.push(...appended(view, threadWindow(post.root_id), post));
  changes.push(put("posts", post.id, post));
  if (post.pending_post_id !== "" && view.get("pending", post.pending_post_id)) {
    changes.push(put("pending", post.pending_post_id, undefined));
  }
  return changes;
}

/** The window with the post at its place by time; unchanged where the end of the channel is not in it. */
function appended(view: View, key: string, post: Post): Change[] {
  const window = view.get("windows", key);
  if (!window?.newest || window.ids.includes(post.id)) return [];
  const ids = [...window.ids];
  let at = ids.length;
  const isLater = (id: string) => {
    const other = view.get("posts", id);
    return other !== undefined && byAge(other, post) > 0;
  };
  while (at > 0 && isLater(ids[at - 1] ?? "")) at -= 1;
  ids.splice(at, 0, post.id);
  return [put("windows", key, { ...window, ids })];
}

function counted(view: View, post: Post, mentionsMe: boolean): Change[] {
  const channel = view.get("channels", post.channel_id);
  if (!channel) return [];
  const changes: Change[] = [];
  const root = post.root_id === "" ? 1 : 0;
  // Who joins and leaves is told, and nothing that could be unread.
  const count = isJoinLeave(post) ? 0 : 1;
  const after = {
    ...channel,
    total_msg_count: channel.total_msg_count + count,
    total_msg_count_root: channel.total_msg_count_root + root * count,
    last_post_at: Math.max(channel.last_post_at, post.create_at),
    last_root_post_at: root ? Math.max(channel.last_root_post_at, post.create_at) : channel.last_root_post_at,
  };
  changes.push(put("channels", channel.id, after));
  const member = view.get("members", channel.id);
  if (!member) return changes;
  if (post.user_id === view.me && root && post.props.from_webhook !== "true" && !isSystem(post)) {
    // Who writes has read, and the event about that may come before this one; who renames a channel wrote nothing.
    changes.push(
      put("members", channel.id, {
        ...member,
        msg_count: after.total_msg_count,
        msg_count_root: after.total_msg_count_root,
        last_viewed_at: after.last_post_at,
      }),
    );
  } else if (mentionsMe && post.user_id !== view.me) {
    changes.push(
      put("members", channel.id, {
        ...member,
        mention_count: member.mention_count + 1,
        mention_count_root: member.mention_count_root + root,
        urgent_mention_count: (member.urgent_mention_count ?? 0) + (isUrgent(post) ? 1 : 0),
      }),
    );
  }
  return changes;
}

/** The root of a new reply: one more, and who takes part. */
function replied(view: View, reply: Post): Change[] {
  const root = view.get("posts", reply.root_id);
  if (!root) return [];
  // Who wrote last is last.
  const others = (root.participants ?? []).filter((user) => user.id !== reply.user_id);
  const author = view.get("users", reply.user_id) ?? { id: reply.user_id };
  const participants = [...others, author as NonNullable<Post["participants"]>[number]];
  return [
    put("posts", root.id, {
      ...root,
      participants,
      reply_count: root.reply_count + 1,
      last_reply_at: Math.max(root.last_reply_at, reply.create_at),
      is_following: reply.user_id === view.me ? true : root.is_following,
    }),
  ];
}

/** Seen by me alone, and gone with the next load. One in a thread stands in the channel as well: the answer to a press
 * there must be seen when the thread is not open. */
export function ephemeral(view: View, event: EventOf<"ephemeral_message">): Effect {
  const post = held<Post>(event.data.post as string);
  const changes = taken(view, post);
  if (post.root_id !== "") changes.push(...appended(view, channelWindow(post.channel_id), post));
  return { changes, needs: [] };
}

export function edited(view: View, event: EventOf<"post_edited">): Effect {
  const post = held<Post>(event.data.post as string);
  const changes: Change[] = [];
  const channel = view.get("channels", post.channel_id);
  if (channel && channel.last_post_at < post.edit_at) {
    changes.push(put("channels", channel.id, { ...channel, last_post_at: post.edit_at }));
  }
  const known = view.get("posts", post.id);
  if (known && known.update_at <= post.update_at) changes.push(put("posts", post.id, merged(known, post)));
  // One that was never seen here may have come to the list of what is pinned.
  if (!known && post.is_pinned) changes.push(put("posts", post.id, post));
  const thread = view.get("threads", post.id);
  if (thread) changes.push(put("threads", post.id, { ...thread, post: merged(thread.post, post) }));
  const isPinning = known?.is_pinned !== post.is_pinned;
  return { changes, needs: isPinning ? [{ load: "stats", id: post.channel_id }] : [] };
}

/** An answer about a post may lack what only the thread's reader is told; that is kept. */
export function merged(known: Post, post: Post): Post {
  return {
    ...post,
    participants: post.participants ?? known.participants,
    is_following: post.is_following ?? known.is_following,
    reply_count: Math.max(post.reply_count, known.reply_count),
    last_reply_at: Math.max(post.last_reply_at, known.last_reply_at),
  };
}

export function deleted(view: View, event: EventOf<"post_deleted">): Effect {
  const post = held<Post>(event.data.post as string);
  const rootId = post.root_id || post.id;
  // With the root or with the last reply a thread goes, and whether I follow one that is not known here is not told.
  const isGone = post.root_id === "" ? post.reply_count > 0 : post.reply_count <= 1;
  const isAsked = isGone && !view.get("threads", rootId) && view.get("posts", rootId)?.is_following !== false;
  const teamId = view.get("channels", post.channel_id)?.team_id ?? "";
  const changes = removed(view, post);
  const root = view.get("posts", post.root_id);
  // The count before is told, so that a reply that was never loaded is taken off as well.
  if (root) changes.push(put("posts", root.id, without(view, root, post, post.reply_count)));
  return { changes, needs: isAsked ? [{ load: "threadTotals", id: teamId }] : [] };
}

/** A post taken out of everything that shows it, with its replies when it began a thread. */
export function removed(view: View, post: Post): Change[] {
  const changes: Change[] = [put("posts", post.id, undefined)];
  const cut = (key: string) => {
    const window = view.get("windows", key);
    if (window?.ids.includes(post.id)) {
      const ids = window.ids.filter((one) => one !== post.id);
      changes.push(put("windows", key, { ...window, ids } satisfies Window));
    }
  };
  cut(channelWindow(post.channel_id));
  if (post.root_id === "") {
    const replies = view.get("windows", threadWindow(post.id));
    for (const id of replies?.ids ?? []) changes.push(put("posts", id, undefined));
    changes.push(put("windows", threadWindow(post.id), undefined), ...ended(view, post.id));
    const key = draftKey(post.channel_id, post.id);
    const draft = view.get("drafts", key);
    if (draft && !draft.unsaved) changes.push(put("drafts", key, undefined));
    return changes;
  }
  cut(threadWindow(post.root_id));
  const root = view.get("posts", post.root_id);
  if (root && view.get("posts", post.id))
    changes.push(put("posts", root.id, without(view, root, post, root.reply_count)));
  const thread = view.get("threads", post.root_id);
  // No list has a thread without replies.
  if (thread && thread.reply_count <= 1) changes.push(...ended(view, thread.id));
  return changes;
}

/** A root without one of `count` replies. Who is left, and since when, is known where the whole thread is. */
function without(view: View, root: Post, reply: Post, count: number): Post {
  if (count <= 1) return { ...root, reply_count: 0, last_reply_at: 0, participants: null };
  const window = view.get("windows", threadWindow(root.id));
  if (!window?.oldest || !window.newest) return { ...root, reply_count: count - 1 };
  const rest = window.ids.flatMap((id) => (id === reply.id ? [] : (view.get("posts", id) ?? [])));
  const authors = new Set(rest.map((post) => post.user_id));
  const participants = (root.participants ?? []).filter((user) => authors.has(user.id));
  return { ...root, reply_count: count - 1, last_reply_at: rest.at(-1)?.create_at ?? root.last_reply_at, participants };
}

export function reaction(view: View, event: EventOf<"reaction_added" | "reaction_removed">): Effect {
  const given = held<Reaction>(event.data.reaction as string);
  const post = view.get("posts", given.post_id);
  if (!post) return { changes: [], needs: [] };
  const needs: Need[] = view.get("users", given.user_id) ? [] : [{ load: "user", id: given.user_id }];
  return { changes: [reacted(post, given, event.event === "reaction_added")], needs };
}

/** The post with or without one person's reaction. */
export function reacted(post: Post, given: Reaction, added: boolean): Change {
  const reactions = (post.metadata?.reactions ?? []).filter(
    (one) => one.user_id !== given.user_id || one.emoji_name !== given.emoji_name,
  );
  if (added) reactions.push(given);
  const metadata: PostMetadata = { ...post.metadata, reactions };
  return put("posts", post.id, { ...post, metadata, has_reactions: reactions.length > 0 });
}

type Acknowledged = EventOf<"post_acknowledgement_added" | "post_acknowledgement_removed">;

export function acknowledgement(view: View, event: Acknowledged): Effect {
  const given = held<NonNullable<PostMetadata["acknowledgements"]>[number]>(event.data.acknowledgement as string);
  const post = view.get("posts", given.post_id);
  if (!post) return { changes: [], needs: [] };
  const acknowledgements = (post.metadata?.acknowledgements ?? []).filter((one) => one.user_id !== given.user_id);
  if (event.event === "post_acknowledgement_added") acknowledgements.push(given);
  return { changes: [put("posts", post.id, { ...post, metadata: { ...post.metadata, acknowledgements } })], needs: [] };
}
