// What the worker shows of what it is told, by the server and by pages, and where a click on that leads.
import "fake-indexeddb/auto";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Told } from "./notification";

interface Shown {
  title: string;
  body: string;
  tag: string;
  silent: boolean | null;
  actions: { action: string; title: string }[];
  data: { path: string; at: number; count: number };
  close(): void;
}

type Listener = (event: Record<string, unknown>) => void;
const listeners = new Map<string, Listener>();
let shown: Shown[] = [];
let pages: { focused: boolean; visibilityState: string; focus: () => Promise<void>; postMessage: () => void }[] = [];
const opened: string[] = [];
const kept = new Map<string, string>();
const asked: { path: string; body?: unknown }[] = [];
/** Those of the reader, as the server lists them. */
const TEAMS = [
  { id: "t1", name: "guild" },
  { id: "t2", name: "crew" },
];
/** The answer of the server; nothing if it cannot be reached. */
let answered: number | undefined = 200;
const synced: string[] = [];

const page = (visibilityState: string) => ({
  focused: false,
  visibilityState,
  focus: vi.fn(async () => {}),
  postMessage: vi.fn(),
});

beforeAll(async () => {
  vi.stubGlobal("caches", {
    open: async () => ({
      match: async (path: string) => (kept.has(path) ? new Response(kept.get(path)) : undefined),
      put: async (path: string, answer: Response) => void kept.set(path, await answer.text()),
    }),
  });
  vi.stubGlobal("fetch", async (path: string, { body }: { body?: string }) => {
    asked.push({ path, ...(body && { body: JSON.parse(body) }) });
    if (answered === undefined) throw new TypeError("no network");
    return new Response(JSON.stringify(path.endsWith("/teams") ? TEAMS : {}), { status: answered });
  });
  vi.stubGlobal("addEventListener", (name: string, listener: Listener) => listeners.set(name, listener));
  vi.stubGlobal("registration", {
    sync: { register: async (tag: string) => void synced.push(tag) },
    getNotifications: async (filter?: { tag: string }) => shown.filter((one) => !filter || one.tag === filter.tag),
    showNotification: async (title: string, options: Omit<Shown, "title" | "close">) => {
      shown = shown.filter((one) => one.tag !== options.tag);
      const close = () => {
        shown = shown.filter((other) => other !== one);
      };
      const one: Shown = { ...options, title, close };
      shown.push(one);
    },
  });
  vi.stubGlobal("clients", {
    matchAll: async () => pages,
    openWindow: async (path: string) => opened.push(path),
  });
  await import("./sw");
});

beforeEach(() => {
  shown = [];
  pages = [];
  opened.length = 0;
  asked.length = 0;
  synced.length = 0;
  kept.clear();
  answered = 200;
});

async function happen(name: string, event: Record<string, unknown>): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  listeners.get(name)?.({
    ...event,
    waitUntil: (promise: Promise<unknown>) => {
      work = promise;
    },
  });
  await work;
}

const told = (change: Partial<Told> = {}): Told => ({
  post_id: "p1",
  channel_id: "c1",
  root_id: "",
  team: "crew",
  sender: "ann",
  channel: "Quay",
  text: "Ready?",
  create_at: 10,
  ...change,
});

const push = (what: Told) => happen("push", { data: { json: () => what } });
const titles = () => shown.map((one) => one.title);

describe("what the worker is told", () => {
  it("is shown when no page is looked at", async () => {
    pages = [page("hidden")];
    await push(told());
    expect(shown).toMatchObject([{ title: "ann · Quay", body: "Ready?", tag: "c1", data: { path: "/crew/pl/p1" } }]);
  });

  it("is left to a page that is looked at", async () => {
    pages = [page("hidden"), page("visible")];
    await push(told());
    expect(shown).toEqual([]);
  });

  it("is one notification for each channel, with their number", async () => {
    await push(told());
    await push(told({ post_id: "p2", text: "Now?", create_at: 11 }));
    await push(told({ channel_id: "c2", channel: "", team: "" }));
    expect(titles()).toEqual(["ann · Quay (2)", "ann"]);
    expect(shown[1]?.data.path).toBe("/_redirect/pl/p1");
  });

  it("is one notification for each thread, apart from that of its channel", async () => {
    await push(told());
    await push(told({ post_id: "p2", root_id: "r1", create_at: 11 }));
    await push(told({ post_id: "p3", root_id: "r1", create_at: 12 }));
    expect(shown.map((one) => one.tag)).toEqual(["c1", "r1"]);
    expect(titles()).toEqual(["ann · Quay", "ann · Quay (2)"]);
    await happen("message", { data: { read: ["c1"] }, ports: [] });
    expect(shown.map((one) => one.tag)).toEqual(["r1"]);
    await happen("message", { data: { read: ["r1"] }, ports: [] });
    expect(shown).toEqual([]);
  });

  it("is shown once, whether the page or the server told it first", async () => {
    await happen("message", { data: { told: told() }, ports: [] });
    await push(told());
    await push(told({ post_id: "p0", create_at: 9 }));
    expect(titles()).toEqual(["ann · Quay"]);
  });

  it("makes no sound when the reader wants none", async () => {
    await happen("message", { data: { told: told({ silent: true }) }, ports: [] });
    await push(told({ channel_id: "c2" }));
    expect(shown.map((one) => one.silent)).toEqual([true, null]);
  });

  it("is taken away when it was read", async () => {
    await push(told());
    await push(told({ channel_id: "c2" }));
    await happen("message", { data: { read: ["c1"] }, ports: [] });
    expect(shown.map((one) => one.tag)).toEqual(["c2"]);
  });
});

describe("a click on a notification", () => {
  it("goes to the post in a page that is open", async () => {
    const [hidden, visible] = [page("hidden"), page("visible")];
    await push(told());
    pages = [hidden, visible];
    await happen("notificationclick", { notification: shown[0] });
    expect(visible.postMessage).toHaveBeenCalledWith({ open: "/crew/pl/p1" });
    expect(hidden.focus).not.toHaveBeenCalled();
    expect([shown.length, opened.length]).toEqual([0, 0]);
  });

  it("opens a page when there is none", async () => {
    await push(told());
    await happen("notificationclick", { notification: shown[0] });
    expect(opened).toEqual(["/crew/pl/p1"]);
  });
});

describe("the buttons of a notification", () => {
  const WORDS = { user: "mara", reply: "Antworten", markRead: "Gelesen" };
  const press = async (what: Partial<Told>, action: string, reply?: string) => {
    await push(told(what));
    await happen("notificationclick", { notification: shown[0], action, reply });
  };
  const paths = () => asked.map((one) => one.path);

  it("say what a page has told, and are none before", async () => {
    await push(told());
    await happen("message", { data: { words: WORDS }, ports: [] });
    await push(told({ channel_id: "c2" }));
    expect(shown.map((one) => one.actions.map((action) => action.title))).toEqual([[], ["Antworten", "Gelesen"]]);
  });

  it("mark the channel as read", async () => {
    await press({}, "read");
    expect(asked).toMatchObject([{ path: "/api/v4/channels/members/me/view", body: { channel_id: "c1" } }]);
    expect(opened).toEqual([]);
  });

  it.each([
    ["crew", "t2"],
    ["", "t1"],
  ])("mark the thread of a reply as read in %j", async (team, id) => {
    await press({ root_id: "r1", team }, "read");
    expect(paths()[1]).toMatch(new RegExp(`^/api/v4/users/me/teams/${id}/threads/r1/read/\\d+$`));
    expect([asked.length, opened.length]).toEqual([2, 0]);
  });

  it("open the message where its team is none of the reader's", async () => {
    await press({ root_id: "r1", team: "gone" }, "read");
    expect(paths()).toEqual(["/api/v4/users/me/teams"]);
    expect(opened).toEqual(["/gone/pl/p1"]);
  });

  it("send a reply to where the message stands", async () => {
    await press({ root_id: "r1" }, "reply", " On my way ");
    expect(asked[0]).toMatchObject({
      path: "/api/v4/posts",
      body: { channel_id: "c1", root_id: "r1", message: "On my way" },
    });
    expect(paths()[2]).toContain("/threads/r1/read/");
    expect(opened).toEqual([]);
  });

  it("keep a reply that cannot be sent, and have it sent later", async () => {
    const opening = indexedDB.open("muster-mara", 2);
    opening.onupgradeneeded = () => opening.result.createObjectStore("pending");
    await vi.waitFor(() => expect(opening.readyState).toBe("done"));
    await happen("message", { data: { words: WORDS }, ports: [] });
    answered = undefined;
    await press({}, "reply", "Still at sea");
    const rows = opening.result.transaction("pending").objectStore("pending").getAll();
    await vi.waitFor(() => expect(rows.readyState).toBe("done"));
    expect(rows.result).toMatchObject([{ state: "waiting", post: { message: "Still at sea", user_id: "mara" } }]);
    expect([synced, opened]).toEqual([["outbox"], []]);
    opening.result.close();

    const hidden = page("hidden");
    await push(told({ create_at: 11 }));
    pages = [hidden];
    await happen("notificationclick", { notification: shown[0], action: "reply", reply: "Ashore" });
    expect(hidden.postMessage).toHaveBeenCalledWith({ waits: true });
    expect(synced.length).toBe(1);

    // What is refused stands where the page that opens says why.
    answered = 403;
    await push(told({ create_at: 12 }));
    await happen("notificationclick", { notification: shown[0], action: "reply", reply: "No more" });
    expect(hidden.postMessage).toHaveBeenCalledWith({ open: "/crew/pl/p1" });
    expect(hidden.postMessage).toHaveBeenLastCalledWith({ waits: true });
  });

  it("open the message where nothing was written, and where the server refuses", async () => {
    await press({}, "reply");
    answered = 403;
    await press({}, "read");
    expect(opened).toEqual(["/crew/pl/p1", "/crew/pl/p1"]);
  });
});
