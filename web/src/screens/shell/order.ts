// The rows of the sidebar as the reader sees them, and what is unread anywhere. Both follow single changes: what a change
// leaves as it was costs nothing, and the rows are made anew at most ten times a second: events come in bursts, and the
// eye does not.
import { createEffect, createMemo, createRoot, createSignal, untrack } from "solid-js";
import { channelName, preference, store } from "../../query/world";
import { unreadOf } from "../../state/channels";
import type { Change } from "../../state/tables";
import { Tally } from "../../state/tally";
import { channel, team } from "../place";
import { DIRECT_SHOWN, type SidebarRow, sidebarRows } from "../sidebar-rows";

const EVERY_MS = 100;

const [version, setVersion] = createSignal(0);
let timer: number | undefined;

function again(): void {
  if (timer !== undefined) return;
  timer = window.setTimeout(() => {
    timer = undefined;
    setVersion((count) => count + 1);
  }, EVERY_MS);
}

const tally = new Tally();
const [tallied, setTallied] = createSignal(0);

/** What of each channel decides whether and where it stands. */
const standings = new Map<string, string>();

/** Takes note of a channel that changed; whether the rows or the sums are others now. */
function follow(id: string): { moved: boolean; summed: boolean } {
  const one = store.get("channels", id);
  const member = store.get("members", id);
  const unread = one && member ? unreadOf(one, member) : undefined;
  const summed = tally.set(id, one?.team_id ?? "", unread);
  if (!one || !unread) return { moved: standings.delete(id), summed };
  const isUnread = unread.mentions > 0 || (unread.posts > 0 && !unread.muted);
  const standing = [one.type, one.team_id, one.delete_at, one.display_name, isUnread, one.last_post_at].join("/");
  if (standings.get(id) === standing) return { moved: false, summed };
  standings.set(id, standing);
  return { moved: true, summed };
}

/** A person's name is that of a conversation; the rest of a person is not. */
const named = new Map<string, string>();

function isRenamed(change: Extract<Change, { table: "users" }>): boolean {
  const user = change.row;
  const name = user && [user.username, user.nickname, user.first_name, user.last_name].join("/");
  if (named.get(change.id) === name) return false;
  if (name === undefined) named.delete(change.id);
  else named.set(change.id, name);
  return true;
}

store.watch((changes) => {
  let [moved, summed] = [false, false];
  for (const change of changes) {
    if (change.table === "channels" || change.table === "members") {
      const one = follow(change.id);
      moved ||= one.moved;
      summed ||= one.summed;
    } else if (change.table === "users") {
      if (isRenamed(change)) moved = true;
    } else moved ||= change.table === "categories" || change.table === "preferences";
  }
  if (moved) again();
  if (summed) setTallied((count) => count + 1);
});

/** By their keys, from top to bottom. */
const drawn = createRoot(() =>
  createMemo<ReadonlyMap<string, SidebarRow>>((before) => {
    version();
    const here = team();
    if (!here) return new Map();
    // The version says when to look again; following ten thousand rows one by one would cost more than looking.
    const made = untrack(() =>
      sidebarRows({
        view: store,
        teamId: here.id,
        currentId: channel()?.id ?? "",
        unreadFirst: (preference("sidebar_settings", "show_unread_section") ?? "true") === "true",
        directShown: Number(preference("sidebar_settings", "limit_visible_dms_gms") ?? DIRECT_SHOWN) || DIRECT_SHOWN,
        nameOf: channelName,
      }),
    );
    // Rows that are as they were keep their identity, so that the list redraws only what changed.
    return new Map(
      made.map((row) => {
        const old = before.get(row.key);
        return [row.key, old && same(old, row) ? old : row];
      }),
    );
  }, new Map()),
);

export const rowKeys = createRoot(() => createMemo<string[]>(() => [...drawn().keys()]));

export const rowOf = (key: string): SidebarRow | undefined => drawn().get(key);

// Another channel changes nothing here, unless it was hidden and is shown while it is open.
createRoot(() =>
  createEffect(() => {
    const id = channel()?.id;
    if (id !== undefined && !untrack(drawn).has(id)) setVersion((count) => count + 1);
  }),
);

/** What is unread anywhere, as the window's title tells it. */
export function unreadTotals() {
  tallied();
  return tally.all();
}

export function unreadOfTeam(teamId: string) {
  tallied();
  return tally.ofTeam(teamId);
}

function same(a: SidebarRow, b: SidebarRow): boolean {
  if (a.kind === "heading" && b.kind === "heading") return a.category === b.category && a.count === b.count;
  if (a.kind === "channel" && b.kind === "channel") return a.categoryId === b.categoryId;
  return a.kind === b.kind;
}

/** Channels from top to bottom, for stepping through them by keys. */
export const sidebarOrder = (): string[] =>
  [...drawn().values()].flatMap((row) => (row.kind === "channel" ? [row.id] : []));
