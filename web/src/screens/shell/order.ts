// The rows of the sidebar as the reader sees them, made anew when something about their order may have changed, at most
// ten times a second: events come in bursts, and the eye does not.
import { createEffect, createMemo, createRoot, createSignal, untrack } from "solid-js";
import { channelName, preference, store } from "../../query/world";
import { unreadOf } from "../../state/channels";
import type { TableName } from "../../state/tables";
import { channel, team } from "../place";
import { DIRECT_SHOWN, type SidebarRow, sidebarRows } from "../sidebar-rows";

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

/** Keys of the rows made last. */
let drawn: ReadonlySet<string> = new Set();

export const rows = createRoot(() =>
  createMemo<SidebarRow[]>((before) => {
    version();
    const here = team();
    if (!here) return [];
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
    drawn = new Set(made.map((row) => row.key));
    // Rows that are as they were keep their identity, so that the list redraws only what changed.
    const known = new Map(before.map((row) => [row.key, row]));
    return made.map((row) => {
      const old = known.get(row.key);
      return old && same(old, row) ? old : row;
    });
  }, []),
);

// Another channel changes nothing here, unless it was hidden and is shown while it is open.
createRoot(() =>
  createEffect(() => {
    const id = channel()?.id;
    if (id !== undefined && !drawn.has(id)) setVersion((count) => count + 1);
  }),
);

/** What is unread anywhere, as the window's title tells it. */
export const unreadTotals = createRoot(() =>
  createMemo(
    () => {
      version();
      let mentions = 0;
      let posts = 0;
      for (const id of store.ids("members")) {
        const unread = unreadOf(store.get("channels", id), store.get("members", id));
        mentions += unread.mentions;
        posts += unread.posts;
      }
      return { mentions, posts };
    },
    undefined,
    { equals: (a, b) => a.mentions === b.mentions && a.posts === b.posts },
  ),
);

function same(a: SidebarRow, b: SidebarRow): boolean {
  if (a.kind === "heading" && b.kind === "heading") return a.category === b.category && a.count === b.count;
  if (a.kind === "channel" && b.kind === "channel") return a.categoryId === b.categoryId;
  return a.kind === b.kind;
}

/** Channels from top to bottom, for stepping through them by keys. */
export const sidebarOrder = (): string[] => rows().flatMap((row) => (row.kind === "channel" ? [row.id] : []));
