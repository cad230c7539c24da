// The keys of a thread in a list: what they ask of the server.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { store } from "../../query/world";
import { put } from "../../state/tables";
import type { Channel, Team, Thread } from "../../wire.gen";
import { onThreadKey } from "./thread-menu";

let asked: string[] = [];

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", async (path: string, { method = "GET" }: RequestInit) => {
    asked.push(`${method} ${path.replace(/\/\d+$/, "/now")}`);
    return new Response("{}");
  });
  store.commit([
    put("teams", "t1", { id: "t1", name: "crew" } as Team),
    put("channels", "c1", { id: "c1", team_id: "t1" } as Channel),
  ]);
});
afterEach(() => {
  store.clear();
  vi.unstubAllGlobals();
});

const thread = (unread_replies: number) => {
  const post = { id: "r1", channel_id: "c1", user_id: "bob" };
  const row = { id: "r1", unread_replies, unread_mentions: 0, post } as unknown as Thread;
  store.commit([put("threads", "r1", row)]);
  return row;
};
const press = (of: Thread, key: string, more: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent("keydown", { key, cancelable: true, ...more });
  onThreadKey(event, of);
  return event.defaultPrevented;
};
const PATH = "/api/v4/users/me/teams/t1/threads/r1";

it.each([
  [2, "e", `PUT ${PATH}/read/now`],
  [0, "e", `POST ${PATH}/set_unread/r1`],
  [0, "f", `DELETE ${PATH}/following`],
])("with %j new replies %j asks %j", async (unread, key, request) => {
  expect(press(thread(unread), key)).toBe(true);
  await vi.waitFor(() => expect(asked).toEqual([request]));
});

it("leaves all other keys alone", () => {
  const keys = [press(thread(1), "x"), press(thread(1), "e", { ctrlKey: true }), press(thread(1), "Enter")];
  expect(keys).toEqual([false, false, false]);
  expect(asked).toEqual([]);
});
