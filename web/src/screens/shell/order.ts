// The rows of the sidebar as the reader sees them, made anew when something about their order may have changed, at most
// ten times a second: events come in bursts, and the eye does not.
import { createMemo, createRoot, createSignal } from "solid-js";
import { channelName, preference, store } from "../../query/world";
import type { TableName } from "../../state/tables";
import { channel, team } from "../place";
import { type SidebarRow, sidebarRows } from "../sidebar-rows";

const EVERY_MS = 100;
const MATTERS: ReadonlySet<TableName> = new Set(["channels", "members", "categories", "preferences", "users"]);

const [version, setVersion] = createSignal(0);
let timer: number | undefined;

store.watch((changes) => {
  if (timer !== undefined || !changes.some((change) => MATTERS.has(change.table))) return;
  timer = window.setTimeout(() => {
    timer = undefined;
    setVersion((count) => count + 1);
  }, EVERY_MS);
});

export const rows = createRoot(() =>
  createMemo<SidebarRow[]>((before) => {
    version();
    const here = team();
    if (!here) return [];
    const made = sidebarRows({
      view: store,
      teamId: here.id,
      currentId: channel()?.id ?? "",
      unreadFirst: (preference("sidebar_settings", "show_unread_section") ?? "true") === "true",
      nameOf: channelName,
    });
    // Rows that are as they were keep their identity, so that the list redraws only what changed.
    const known = new Map(before.map((row) => [row.key, row]));
    return made.map((row) => {
      const old = known.get(row.key);
      return old && same(old, row) ? old : row;
    });
  }, []),
);

function same(a: SidebarRow, b: SidebarRow): boolean {
  if (a.kind === "heading" && b.kind === "heading") return a.category === b.category && a.count === b.count;
  if (a.kind === "channel" && b.kind === "channel") return a.categoryId === b.categoryId;
  return a.kind === b.kind;
}

/** Channels from top to bottom, for stepping through them by keys. */
export const sidebarOrder = (): string[] => rows().flatMap((row) => (row.kind === "channel" ? [row.id] : []));
