import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import type { Post } from "../wire.gen";
import { type Days, daysOf } from "./days";

const NOW = Date.UTC(2026, 10, 27, 12);
const DAY_MS = 86_400_000;
let user = 0;
let days: Days;

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  user += 1;
  days = await daysOf(`user${user}`);
});

const post = (id: string, ago: number, more: Partial<Post> = {}) =>
  ({ id, create_at: NOW - ago * DAY_MS, update_at: 1, delete_at: 0, root_id: "", message: id, ...more }) as Post;
const ids = async (channelId: string) => (await days.read(channelId)).map(({ id }) => id);
const REACH = { from: 0, until: NOW };

it("gives back what was written, the oldest first, and each channel its own", async () => {
  await days.write("one", [post("c", 0), post("a", 20), post("b", 3)], REACH);
  await days.write("two", [post("x", 1)], REACH);
  expect(await ids("one")).toEqual(["a", "b", "c"]);
  expect(await days.reach("one")).toEqual(REACH);
});

it("takes the newer version, and what was deleted out, with its answers on whatever day", async () => {
  await days.write("one", [post("a", 3), post("b", 2), post("b1", 1, { root_id: "b" })], REACH);
  await days.write("one", [post("a", 3, { update_at: 5, message: "new" })]);
  await days.write("one", [post("a", 3, { update_at: 2, message: "late" }), post("b", 2, { delete_at: NOW })]);
  expect((await days.read("one")).map(({ message }) => message)).toEqual(["new"]);
});

it("gives nothing from before a gap, and nothing of a channel that was never brought whole", async () => {
  await days.write("one", [post("a", 9), post("b", 1)], { from: NOW - 5 * DAY_MS, until: NOW });
  await days.write("two", [post("x", 1)]);
  expect([await ids("one"), await ids("two")]).toEqual([["b"], []]);
});

it("forgets what is too old, and channels that are mine no more", async () => {
  await days.write("one", [post("a", 29), post("b", 1)], REACH);
  await days.write("two", [post("x", 1)], REACH);
  vi.setSystemTime(NOW + 3 * DAY_MS);
  expect(await ids("one")).toEqual(["b"]);
  await days.prune();
  await days.keepOnly(new Set(["one"]));
  expect([await ids("one"), await ids("two"), await days.reach("two")]).toEqual([["b"], [], undefined]);
});

it("forgets the oldest days of all channels where there is too much", async () => {
  const long = "x".repeat(20_000_000);
  await days.write("one", [post("a", 4, { message: long }), post("b", 1, { message: long })], REACH);
  await days.write("two", [post("x", 5), post("y", 3, { message: long }), post("z", 0)], REACH);
  await days.prune();
  expect([await ids("one"), await ids("two")]).toEqual([["b"], ["y", "z"]]);
});
