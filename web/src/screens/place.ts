// Where the reader is: team, channel, what the side panel and the dialog show. Derived from the address where it can be.
import { createMemo, createRoot, createSignal } from "solid-js";
import { afterPaint } from "../query/after-paint";
import type { AskedForm } from "../query/interactive";
import { partnerId, store } from "../query/world";
import { go, route } from "../route";
import type { Bookmark, Category, Channel, FileInfo, Post, Team } from "../wire.gen";
import type { Asked } from "./sure";

export type Panel =
  | {
      readonly kind: "thread";
      readonly rootId: string;
      readonly focus?: string | undefined;
      /** The list that it was opened from, to come back to. */
      readonly from?: Panel | undefined;
    }
  | { readonly kind: "channel"; readonly channelId: string }
  | { readonly kind: "search"; readonly terms: string; readonly what: "posts" | "files" }
  | { readonly kind: "saved" }
  | { readonly kind: "mentions" }
  | { readonly kind: "pinned"; readonly channelId: string }
  | { readonly kind: "files"; readonly channelId: string }
  | { readonly kind: "members"; readonly channelId: string };

export type DialogName =
  | { readonly kind: "switcher" }
  | { readonly kind: "browse" }
  | { readonly kind: "createChannel" }
  | { readonly kind: "direct" }
  | { readonly kind: "editChannel"; readonly channelId: string }
  | { readonly kind: "category"; readonly channelId?: string }
  | { readonly kind: "moveChannel"; readonly channelId: string }
  | { readonly kind: "settings"; readonly section?: string }
  | { readonly kind: "customStatus" }
  | { readonly kind: "shortcuts" }
  | { readonly kind: "channelNotifications"; readonly channelId: string }
  | { readonly kind: "addMembers"; readonly channelId: string }
  | { readonly kind: "teamSettings"; readonly section?: string }
  | { readonly kind: "teamMembers" }
  | { readonly kind: "invite" }
  | { readonly kind: "integrations" }
  | { readonly kind: "confirmDelete"; readonly post: Post }
  /** A question, before a deed that needs nothing else. */
  | { readonly kind: "sure"; readonly asked: Asked }
  | {
      readonly kind: "when";
      readonly what: "schedule" | "remind";
      /** What it is set to until now. */
      readonly at?: number;
      readonly choose: (at: number) => void;
    }
  | { readonly kind: "bookmark"; readonly channelId: string; readonly what: "link" | "file"; readonly id?: string }
  | { readonly kind: "deleteBookmark"; readonly bookmark: Bookmark }
  | { readonly kind: "form"; readonly asked: AskedForm }
  | { readonly kind: "forward"; readonly post: Post }
  | { readonly kind: "share" }
  | { readonly kind: "history"; readonly post: Post }
  | { readonly kind: "customEmoji" }
  | { readonly kind: "groups" }
  | { readonly kind: "renameCategory"; readonly category: Category }
  | { readonly kind: "privacy"; readonly channel: Channel }
  | { readonly kind: "priority" }
  | { readonly kind: "editScheduled"; readonly id: string }
  | { readonly kind: "start" }
  | { readonly kind: "poll"; readonly channelId: string; readonly rootId: string; readonly words: string }
  | { readonly kind: "pdf"; readonly file: FileInfo }
  | { readonly kind: "viewer"; readonly fileId: string; readonly files: readonly FileInfo[] };

export const [panel, setPanel] = createSignal<Panel>();

const LISTS: ReadonlySet<Panel["kind"]> = new Set<Panel["kind"]>(["search", "saved", "mentions", "pinned", "files"]);

/** Whether it lists messages or files from which one goes to where each was written. */
export const isList = (one: Panel): boolean => LISTS.has(one.kind);

/** Opens a thread, which leads back to the list that it was found in. */
export function showThread(rootId: string, focus?: "composer"): void {
  const now = panel();
  const from = now?.kind === "thread" ? now.from : now && isList(now) ? now : undefined;
  setPanel({ kind: "thread", rootId, focus, from });
}

/** How a search names a channel: a conversation by the name of the partner, as its own name is made of ids. */
export function nameInSearch(one: Channel): string {
  const partner = one.type === "D" ? store.get("users", partnerId(one)) : undefined;
  return partner ? `@${partner.username}` : one.name;
}

/** Searches in one channel; the field waits for words. */
export const searchIn = (one: Channel): void => {
  setPanel({ kind: "search", terms: `in:${nameInSearch(one)} `, what: "posts" });
  queueMicrotask(() => document.querySelector<HTMLInputElement>(".panel-find input")?.focus());
};

export const [dialog, setDialog] = createSignal<DialogName>();
/** On a phone the sidebar covers the channel. */
export const [sidebarOpen, setSidebarOpen] = createSignal(false);
/** The post that an address points to, lit up once. */
export const [lit, setLit] = createSignal("");

const LAST_TEAM = "muster.team";
const LAST_CHANNEL = "muster.channel.";

export function kept(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

export function keep(key: string, value: string): void {
  afterPaint(() => {
    try {
      localStorage.setItem(key, value);
    } catch {
      // The next visit begins at the first team and its first channel.
    }
  });
}

/** Where a visit of the team begins: the channel that was open last, else the one that everybody is in. */
export function startOf(here: Team): Channel | undefined {
  const last = kept(LAST_CHANNEL + here.id);
  let common: Channel | undefined;
  let any: Channel | undefined;
  for (const one of store.all("channels").values()) {
    if (one.team_id !== here.id || one.delete_at > 0 || !store.get("members", one.id)) continue;
    if (one.id === last) return one;
    if (one.name === "town-square") common = one;
    any ??= one;
  }
  return common ?? any;
}

export const teamsOfMine = createRoot(() =>
  createMemo(() => [...store.all("teams").values()].sort((a, b) => a.display_name.localeCompare(b.display_name))),
);

/** The team of the address, else the one of the last visit, else the first. */
export const team = createRoot(() =>
  createMemo<Team | undefined>(() => {
    const now = route();
    const name = "team" in now ? now.team : kept(LAST_TEAM);
    const all = teamsOfMine();
    const found = all.find((one) => one.name === name) ?? all[0];
    if (found && "team" in now) keep(LAST_TEAM, found.name);
    return found;
  }),
);

export const channel = createRoot(() =>
  createMemo<Channel | undefined>(() => {
    const now = route();
    const here = team();
    if (!here) return undefined;
    if (now.screen === "direct") return directNamed(now.name);
    if (now.screen !== "channel" && now.screen !== "home") return undefined;
    const name = now.screen === "channel" ? now.name : "";
    const all = store.all("channels");
    for (const one of all.values()) {
      if (one.team_id !== here.id || (one.name !== name && one.id !== name)) continue;
      keep(LAST_CHANNEL + here.id, one.id);
      return store.row("channels", one.id);
    }
    for (const one of all.values()) if (one.name === name) return store.row("channels", one.id);
    return undefined;
  }),
);

function directNamed(name: string): Channel | undefined {
  const person = name.startsWith("@") ? name.slice(1) : "";
  for (const one of store.all("channels").values()) {
    if (one.name === name || one.id === name) return store.row("channels", one.id);
    if (person !== "" && one.type === "D" && store.row("users", partnerId(one))?.username === person) {
      return store.row("channels", one.id);
    }
  }
  return undefined;
}

/** Asks before something is done. */
export const ask = (asked: Asked): void => {
  setDialog({ kind: "sure", asked });
};

/** The address of a channel. */
export function addressOfChannel(one: Channel, inTeam = team()): string {
  const base = `/${store.get("teams", one.team_id)?.name ?? inTeam?.name ?? ""}`;
  if (one.type === "D") {
    const partner = store.get("users", partnerId(one));
    return `${base}/messages/${partner ? `@${partner.username}` : one.name}`;
  }
  if (one.type === "G") return `${base}/messages/${one.name}`;
  return `${base}/channels/${one.name}`;
}

export function openChannelNow(one: Channel): void {
  setSidebarOpen(false);
  go(addressOfChannel(one));
}

export const addressOfPost = (post: Pick<Post, "id">): string => `/${team()?.name ?? "_redirect"}/pl/${post.id}`;
