// The order of the sidebar: categories with their channels, as rows of one list. Pure, so that ten thousand channels
// cost one pass over them when something about their order changes, and nothing while somebody types.
import { unreadOf } from "../state/channels";
import type { View } from "../state/tables";
import type { Category, Channel } from "../wire.gen";

export type SidebarRow =
  | { readonly key: string; readonly kind: "heading"; readonly category: Category; readonly count: number }
  | { readonly key: string; readonly kind: "unreads" }
  | { readonly key: string; readonly kind: "channel"; readonly id: string; readonly categoryId: string };

/** More conversations than this are found by searching, unless the reader wants another number. */
export const DIRECT_SHOWN = 40;

export interface Arrangement {
  readonly view: View;
  readonly teamId: string;
  /** Always shown, where its category is collapsed too. */
  readonly currentId: string;
  readonly unreadFirst: boolean;
  /** Conversations that are shown without being unread. */
  readonly directShown: number;
  readonly nameOf: (channel: Channel) => string;
}

export function sidebarRows(arrangement: Arrangement): SidebarRow[] {
  const { view, teamId, currentId, unreadFirst } = arrangement;
  const arranged = view.get("categories", teamId);
  if (!arranged) return [];
  const categories = inOrder(arranged.order, arranged.categories);
  const rows: SidebarRow[] = [];
  const lifted = new Set<string>();
  if (unreadFirst) {
    const unread = categories
      .flatMap((category) => category.channel_ids)
      .flatMap((id) => liveChannel(view, id))
      .filter((channel) => isUnread(view, channel.id));
    unread.sort((a, b) => b.last_post_at - a.last_post_at);
    if (unread.length > 0) rows.push({ key: "unreads", kind: "unreads" });
    for (const channel of unread) {
      lifted.add(channel.id);
      rows.push({ key: channel.id, kind: "channel", id: channel.id, categoryId: "" });
    }
  }
  for (const category of categories) {
    const channels = channelsOf(arrangement, category).filter((channel) => !lifted.has(channel.id));
    if (category.type === "favorites" && channels.length === 0) continue;
    rows.push({ key: category.id, kind: "heading", category, count: channels.length });
    for (const channel of channels) {
      if (category.collapsed && channel.id !== currentId && !isUnread(view, channel.id)) continue;
      rows.push({ key: channel.id, kind: "channel", id: channel.id, categoryId: category.id });
    }
  }
  return rows;
}

function inOrder(order: readonly string[], categories: readonly Category[]): Category[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const known = order.flatMap((id) => byId.get(id) ?? []);
  return [...known, ...categories.filter((category) => !order.includes(category.id))];
}

function liveChannel(view: View, id: string): Channel[] {
  const channel = view.get("channels", id);
  return channel && channel.delete_at === 0 && view.get("members", id) ? [channel] : [];
}

function isUnread(view: View, id: string): boolean {
  const unread = unreadOf(view.get("channels", id), view.get("members", id));
  return unread.mentions > 0 || (unread.posts > 0 && !unread.muted);
}

function channelsOf({ view, currentId, nameOf, directShown }: Arrangement, category: Category): Channel[] {
  let channels = category.channel_ids.flatMap((id) => liveChannel(view, id));
  if (category.type === "direct_messages") channels = shownConversations(view, channels, currentId, directShown);
  if (category.sorting === "recent" || (category.type === "direct_messages" && category.sorting === "")) {
    return channels.sort((a, b) => b.last_post_at - a.last_post_at);
  }
  if (category.sorting === "manual" || category.type === "favorites") return channels;
  return byName(category.id, channels, nameOf);
}

interface Sorted {
  readonly names: readonly string[];
  readonly order: readonly number[];
}

const collator = new Intl.Collator();
/** The order found last, by category: names change rarely, and comparing five thousand of them takes a tenth of a second. */
const sorted = new Map<string, Sorted>();
const SORTED_MAX = 200;

function byName(key: string, channels: readonly Channel[], nameOf: (channel: Channel) => string): Channel[] {
  const names = channels.map(nameOf);
  let known = sorted.get(key);
  if (known?.names.length !== names.length || !known.names.every((name, at) => name === names[at])) {
    const order = names.map((_, at) => at).sort((a, b) => collator.compare(names[a] ?? "", names[b] ?? ""));
    known = { names, order };
    if (sorted.size >= SORTED_MAX) sorted.clear();
    sorted.set(key, known);
  }
  return known.order.flatMap((at) => channels[at] ?? []);
}

/** Conversations that were not closed, the latest ones; unread ones always. */
function shownConversations(view: View, channels: readonly Channel[], currentId: string, most: number): Channel[] {
  const closed = (channel: Channel) => {
    const partner = channel.type === "D" ? channel.name.split("__").find((id) => id !== view.me) : channel.id;
    const category = channel.type === "D" ? "direct_channel_show" : "group_channel_show";
    return view.get("preferences", `${category}/${partner ?? view.me}`)?.value === "false";
  };
  const latest = [...channels].sort((a, b) => b.last_post_at - a.last_post_at);
  return latest.filter(
    (channel, at) => channel.id === currentId || isUnread(view, channel.id) || (at < most && !closed(channel)),
  );
}
