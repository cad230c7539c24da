// Channels and my memberships of them by events; and the unread counts that the sidebar shows.
import { type EventOf, held } from "../net/events";
import type { Channel, ChannelMember } from "../wire.gen";
import type { Effect, Need } from "./apply";
import { type Change, channelWindow, put, type View } from "./tables";

const nothing: Effect = { changes: [], needs: [] };

export interface Unread {
  readonly posts: number;
  readonly mentions: number;
  readonly muted: boolean;
}

/** What of a channel is unread, threads apart: they have a list of their own. */
export function unreadOf(channel: Channel | undefined, member: ChannelMember | undefined): Unread {
  if (!channel || !member) return { posts: 0, mentions: 0, muted: false };
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
  return { changes: [put("channels", channel.id, { ...channel, delete_at: event.data.delete_at })], needs: [] };
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
  const id = event.broadcast.channel_id;
  return {
    changes: [],
    needs: [
      { load: "channel", id },
      { load: "categories", id: event.data.team_id },
    ],
  };
}

export function userRemoved(view: View, event: EventOf<"user_removed">): Effect {
  // Only the variant for me names the channel inside.
  if (!("channel_id" in event.data)) return nothing;
  const id = event.data.channel_id;
  return { changes: forgotten(view, id), needs: [{ load: "categories", id: "" }] };
}

/** Everything about a channel that is mine no more. */
export function forgotten(view: View, id: string): Change[] {
  const changes: Change[] = [put("channels", id, undefined), put("members", id, undefined)];
  const window = view.get("windows", channelWindow(id));
  for (const post of window?.ids ?? []) changes.push(put("posts", post, undefined));
  changes.push(put("windows", channelWindow(id), undefined));
  return changes;
}
