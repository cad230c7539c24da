// Channels and my memberships of them by events; and the unread counts that the sidebar shows.
import { type EventOf, held } from "../net/events";
import type { Channel, ChannelMember } from "../wire.gen";
import type { Effect, Need } from "./effect";
import { type Change, channelWindow, put, threadWindow, type View } from "./tables";

const nothing: Effect = { changes: [], needs: [] };

export interface Unread {
  readonly posts: number;
  readonly mentions: number;
  readonly muted: boolean;
}

/** What of a channel is unread, threads apart: they have a list of their own. Archived channels call nobody. */
export function unreadOf(channel: Channel | undefined, member: ChannelMember | undefined): Unread {
  if (!channel || !member || channel.delete_at > 0) return { posts: 0, mentions: 0, muted: false };
  const muted = member.notify_props.mark_unread === "mention";
  const posts = Math.max(0, channel.total_msg_count_root - member.msg_count_root);
  const direct = channel.type === "D" || channel.type === "G";
  return { posts: muted ? 0 : posts, mentions: direct && !muted ? posts : member.mention_count_root, muted };
}

export function unread(view: View, event: EventOf<"post_unread">): Effect {
  const member = view.get("members", event.broadcast.channel_id);
  if (!member) return nothing;
  const { msg_count, msg_count_root, mention_count, mention_count_root, urgent_mention_count, last_viewed_at } =
    event.data;
  const row = {
    ...member,
    msg_count,
    msg_count_root,
    mention_count,
    mention_count_root,
    urgent_mention_count,
    last_viewed_at,
  };
  return { changes: [put("members", member.channel_id, row)], needs: [] };
}

export function viewed(view: View, event: EventOf<"multiple_channels_viewed">): Effect {
  return { changes: Object.keys(event.data.channel_times).flatMap((id) => readAll(view, id)), needs: [] };
}

/** A channel of which everything was read. */
export function readAll(view: View, id: string): Change[] {
  const channel = view.get("channels", id);
  const member = view.get("members", id);
  if (!channel || !member) return [];
  const isRead =
    member.msg_count >= channel.total_msg_count &&
    member.msg_count_root >= channel.total_msg_count_root &&
    member.last_viewed_at >= channel.last_post_at &&
    member.mention_count + member.mention_count_root + (member.urgent_mention_count ?? 0) === 0;
  // What is as it was is no change, and draws nothing.
  if (isRead) return [];
  const row: ChannelMember = {
    ...member,
    msg_count: Math.max(member.msg_count, channel.total_msg_count),
    msg_count_root: Math.max(member.msg_count_root, channel.total_msg_count_root),
    mention_count: 0,
    mention_count_root: 0,
    urgent_mention_count: 0,
    last_viewed_at: Math.max(member.last_viewed_at, channel.last_post_at),
  };
  return [put("members", id, row)];
}

export function updated(view: View, event: EventOf<"channel_updated">): Effect {
  if (event.data.channel === undefined) {
    const id = event.broadcast.channel_id;
    return { changes: [], needs: [{ load: "channel", id }] };
  }
  const channel = held<Channel>(event.data.channel as string);
  const known = view.get("channels", channel.id);
  return known ? { changes: [put("channels", channel.id, channel)], needs: [] } : nothing;
}

export function archived(view: View, event: EventOf<"channel_deleted">): Effect {
  const channel = view.get("channels", event.data.channel_id);
  if (!channel) return nothing;
  const row = { ...channel, delete_at: event.data.delete_at };
  return { changes: [put("channels", channel.id, row), ...unplanned(view, new Set([channel.id]))], needs: [] };
}

export function memberUpdated(view: View, event: EventOf<"channel_member_updated">): Effect {
  const member = held<ChannelMember>(event.data.channelMember as string);
  if (member.user_id !== view.me) return nothing;
  const before = view.get("members", member.channel_id)?.roles;
  return { changes: [put("members", member.channel_id, member)], needs: rolesChanged(before, member.roles) };
}

/** Other roles may allow what no role of mine did before. */
export const rolesChanged = (before: string | undefined, after: string): Need[] =>
  before === after ? [] : [{ load: "permissions", id: "" }];

export function schemeUpdated(view: View, event: EventOf<"channel_scheme_updated">): Effect {
  const id = event.broadcast.channel_id;
  if (!view.get("members", id)) return nothing;
  return {
    changes: [],
    needs: [
      { load: "channel", id },
      { load: "permissions", id: "" },
    ],
  };
}

export function userAdded(view: View, event: EventOf<"user_added">): Effect {
  if (event.data.user_id !== view.me) return nothing;
  return { changes: [], needs: [{ load: "channel", id: event.broadcast.channel_id }] };
}

export function userRemoved(view: View, event: EventOf<"user_removed">): Effect {
  // Only the variant for me names the channel inside.
  if (!("channel_id" in event.data)) return nothing;
  const id = event.data.channel_id;
  const teamId = view.get("channels", id)?.team_id ?? "";
  return {
    changes: forgotten(view, [id]),
    needs: [
      { load: "categories", id: "" },
      { load: "threadTotals", id: teamId },
    ],
  };
}

/** Without the scheduled posts of channels that are archived or mine no more: nothing is sent there. */
const unplanned = (view: View, gone: ReadonlySet<string>): Change[] =>
  [...view.ids("scheduled")]
    .filter((id) => gone.has(view.get("scheduled", id)?.channel_id ?? ""))
    .map((id) => put("scheduled", id, undefined));

/** Everything about channels that are mine no more. What was written here and is not saved stays, as after a load. */
export function forgotten(view: View, ids: readonly string[]): Change[] {
  const gone = new Set(ids);
  const changes = unplanned(view, gone);
  for (const id of ids) {
    changes.push(put("channels", id, undefined), put("members", id, undefined), put("bookmarks", id, undefined));
    changes.push(put("windows", channelWindow(id), undefined));
  }
  for (const id of view.ids("posts")) {
    const post = view.get("posts", id);
    if (!post || !gone.has(post.channel_id)) continue;
    changes.push(put("posts", id, undefined));
    if (view.get("windows", threadWindow(id))) changes.push(put("windows", threadWindow(id), undefined));
  }
  for (const id of view.ids("threads")) {
    if (gone.has(view.get("threads", id)?.post.channel_id ?? "")) changes.push(put("threads", id, undefined));
  }
  for (const key of view.ids("drafts")) {
    const draft = view.get("drafts", key);
    if (draft && gone.has(draft.channel_id) && !draft.unsaved) changes.push(put("drafts", key, undefined));
  }
  return changes;
}
