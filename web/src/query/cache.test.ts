import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { draftKey, put } from "../state/tables";
import type { Channel, ChannelMember, User } from "../wire.gen";
import { dropTold, keepCache, openCache } from "./cache";
import { setConfig, store } from "./world";

const ME = "me11111111111111111111111a";
const idOf = (at: number) => `channel${String(at).padStart(18, "q")}b`;
const member = (at: number, msg_count = 0) =>
  put("members", idOf(at), { channel_id: idOf(at), user_id: ME, msg_count } as ChannelMember);
const channel = (at: number) => put("channels", idOf(at), { id: idOf(at), display_name: `Channel ${at}` } as Channel);

let stop = () => {};
/** Everything is written when the page goes. */
const leave = () => {
  window.dispatchEvent(new Event("pagehide"));
  stop();
};

beforeEach(async () => {
  setConfig({ Version: "1" });
  await openCache(ME);
  stop = keepCache(ME);
  store.me = ME;
});
afterEach(() => {
  stop();
  store.clear();
  localStorage.clear();
});

async function comeBack(): Promise<boolean> {
  leave();
  store.clear();
  return openCache(ME);
}

it("gives back every row that was kept, as it was last", async () => {
  const all = Array.from({ length: 500 }, (_, at) => at);
  store.commit([put("users", ME, { id: ME, username: "mara" } as User), ...all.map(channel)]);
  store.commit(all.map((at) => member(at)));
  store.commit([member(7, 3), put("channels", idOf(8), undefined)]);

  expect(await comeBack()).toBe(true);

  expect([...store.ids("channels")].length).toBe(499);
  expect(store.get("channels", idOf(8))).toBeUndefined();
  expect([...store.ids("members")].length).toBe(500);
  expect(store.get("members", idOf(7))?.msg_count).toBe(3);
});

it("keeps of an ended session what was never told to the server, and nothing else", async () => {
  const key = draftKey(idOf(1), "");
  const draft = { channel_id: idOf(1), root_id: "", message: "half of a th", unsaved: true };
  store.commit([put("users", ME, { id: ME } as User), channel(1), put("drafts", key, draft as never)]);
  leave();
  await dropTold(ME);
  store.clear();

  expect(await openCache(ME)).toBe(false);

  expect(store.get("drafts", key)?.message).toBe("half of a th");
  expect(store.get("channels", idOf(1))).toBeUndefined();
});
