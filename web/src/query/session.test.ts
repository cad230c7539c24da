// After events were lost, what was known is not taken for what is.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { put } from "../state/tables";
import { signOut, start } from "./session";
import { caughtUp, store } from "./world";

class Line {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static last: Line;
  readyState = Line.OPEN;
  onopen = () => {};
  onclose = () => {};
  onmessage = (_: { data: string }) => {};
  constructor() {
    Line.last = this;
  }
  send() {}
  close() {}
  /** What a server says first, under the name of the connection. */
  greet(connection_id: string) {
    this.onmessage({ data: JSON.stringify({ event: "hello", data: { connection_id }, broadcast: {}, seq: 0 }) });
  }
}

const ANSWERS: Record<string, unknown> = {
  "/users/me": { id: "me", username: "me", roles: "" },
  "/users/me/status": { user_id: "me", status: "online" },
  "/users/me/teams": [{ id: "t1", delete_at: 0 }],
  "/users/me/teams/t1/channels/categories": { categories: [], order: [] },
  "/users/me/teams/t1/threads": { total_unread_threads: 0, total_unread_mentions: 0, threads: null },
  "/config/client": { Version: "1" },
};

beforeEach(() => {
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("fetch", async (address: string) => {
    const path = address.slice("/api/v4".length).split("?")[0] ?? "";
    return new Response(path === "/users/me/channel_members" ? "" : JSON.stringify(ANSWERS[path] ?? []));
  });
});
afterEach(async () => {
  await signOut();
  vi.unstubAllGlobals();
});

it("forgets the followed threads and has lists ask again when events were lost", async () => {
  await start();
  Line.last.onopen();
  Line.last.greet("one");
  await vi.waitFor(() => expect(caughtUp()).toBe(1));
  store.commit([put("threads", "r1", { id: "r1" } as never)]);

  Line.last.greet("two");

  await vi.waitFor(() => expect(caughtUp()).toBe(2));
  expect(store.get("threads", "r1")).toBeUndefined();
});
