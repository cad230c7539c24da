// How far others have read: what was asked for is kept up to date by events, and nothing else is kept.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { WireEvent } from "../net/events";
import { preferenceKey, put } from "../state/tables";
import { loadSeen, readersOf, seenBy, showsSeen } from "./seen";
import { setConfig, store } from "./world";

const tells = (channel: string, user_id: string, at: number) =>
  seenBy({ event: "channels_seen", data: { user_id, channel_times: { [channel]: at } } } as unknown as WireEvent);

beforeEach(async () => {
  store.me = "me";
  const answer = [
    { user_id: "ben", last_viewed_at: 20 },
    { user_id: "ann", last_viewed_at: 10 },
  ];
  vi.stubGlobal("fetch", async () => Response.json(answer));
  await loadSeen("deck");
});

afterEach(() => {
  store.clear();
  setConfig({});
  vi.unstubAllGlobals();
});

it("names who has read up to a time", () => {
  expect(readersOf("deck", 5).sort()).toEqual(["ann", "ben"]);
  expect(readersOf("deck", 15)).toEqual(["ben"]);
  expect(readersOf("deck", 25)).toEqual([]);
});

it("follows events, also back to what is unread again", () => {
  tells("deck", "ann", 30);
  expect(readersOf("deck", 15).sort()).toEqual(["ann", "ben"]);
  tells("deck", "ben", 9);
  expect(readersOf("deck", 15)).toEqual(["ann"]);
});

it("keeps nothing of channels that were not asked for", () => {
  tells("hold", "ann", 30);
  expect(readersOf("hold", 1)).toEqual([]);
});

it("is of nobody else's who signs in here", () => {
  store.me = "you";
  expect(readersOf("deck", 5)).toEqual([]);
});

it("is shown where the server allows it to who chose it", () => {
  const choose = (value: string) =>
    store.commit([
      put("preferences", preferenceKey("privacy", "seen_by"), {
        user_id: "me",
        category: "privacy",
        name: "seen_by",
        value,
      }),
    ]);
  choose("true");
  expect(showsSeen()).toBe(false);
  setConfig({ EnableSeenBy: "true" });
  expect(showsSeen()).toBe(true);
  choose("false");
  expect(showsSeen()).toBe(false);
});
