// The threads of a team that the reader follows, as a list of them shows: which, in which order, and which is the next.
import { createSignal } from "solid-js";
import { store } from "../../query/world";
import { put } from "../../state/tables";
import type { Thread } from "../../wire.gen";
import { panel, setPanel, team } from "../place";

export const FILTERS = ["all", "unread", "mentions", "mine"] as const;
export type Filter = (typeof FILTERS)[number];

export const [filter, setFilter] = createSignal<Filter>("all");

const FITS: Readonly<Record<Filter, (thread: Thread) => boolean>> = {
  all: () => true,
  unread: (thread) => thread.unread_replies > 0,
  mentions: (thread) => thread.unread_mentions > 0,
  mine: (thread) => thread.post.user_id === store.me,
};

export function openedThread(): string | undefined {
  const shown = panel();
  return shown?.kind === "thread" ? shown.rootId : undefined;
}

/** Those of the team and of conversations, the latest first. */
function threadsHere(): readonly Thread[] {
  return [...store.all("threads").keys()]
    .flatMap((id) => store.row("threads", id) ?? [])
    .filter((thread) => {
      const channel = store.row("channels", thread.post.channel_id);
      return channel && (channel.team_id === "" || channel.team_id === team()?.id);
    })
    .sort((a, b) => b.last_reply_at - a.last_reply_at);
}

/** Ids of those that are wanted, the latest first. The one that is read stays, though it is unread no more. */
export function threadIds(): readonly string[] {
  const opened = openedThread();
  return threadsHere()
    .filter((thread) => FITS[filter()](thread) || thread.id === opened)
    .map((thread) => thread.id);
}

/** Ids of those with new replies, the latest first. */
export const unreadThreadIds = (): readonly string[] =>
  threadsHere()
    .filter(FITS.unread)
    .map((thread) => thread.id);

export function openThreadOf(id: string): void {
  const shown = store.get("threads", id);
  if (shown && !store.get("posts", id)) store.commit([put("posts", id, { ...shown.post, is_following: true })]);
  setPanel({ kind: "thread", rootId: id });
}

/** Opens the thread below or above the one that is open; the first or last one where none is. */
export function stepThread(by: 1 | -1): void {
  const ids = threadIds();
  const at = ids.indexOf(openedThread() ?? "");
  const id = at >= 0 ? ids[at + by] : ids.at(by > 0 ? 0 : -1);
  if (id) openThreadOf(id);
}
