// What this device kept, as parts of a window.
import { expect, it } from "vitest";
import type { Post } from "../wire.gen";
import { keptPart } from "./parts";

const post = (id: string, create_at: number, root_id = "", user_id = "ann") =>
  ({ id, create_at, root_id, user_id, reply_count: 0, last_reply_at: 0, delete_at: 0 }) as Post;

const KEPT = [
  post("a", 1),
  post("b", 2),
  post("b1", 3, "b", "ben"),
  post("c", 4),
  post("b2", 5, "b", "ann"),
  post("b3", 6, "b", "ben"),
  post("d", 7),
];

it("gives the end of a channel, and what is before a post of it", () => {
  const end = keptPart(KEPT, "", "end", 2);
  expect([end?.ids, end?.newest, end?.oldest]).toEqual([["c", "d"], true, false]);
  const older = keptPart(KEPT, "", { before: "c" }, 2);
  expect([older?.ids, older?.newest]).toEqual([["a", "b"], false]);
  expect(keptPart(KEPT, "", { around: "b" }, 1)?.ids).toEqual(["a", "b", "c"]);
  expect(keptPart(KEPT, "", { after: "c" }, 5)?.ids).toEqual(["d"]);
});

it("counts the answers, and knows who gave them, the latest last", () => {
  const { lists } = keptPart(KEPT, "", { around: "b" }, 0) ?? { lists: [] };
  const root = lists[0]?.posts.b;
  expect([root?.reply_count, root?.last_reply_at]).toEqual([3, 6]);
  expect(root?.participants?.map(({ id }) => id)).toEqual(["ann", "ben"]);
});

it("gives a thread with its root, whole where that is here", () => {
  const thread = keptPart(KEPT, "b", "end", 200);
  expect([thread?.ids, thread?.oldest, Object.keys(thread?.lists[0]?.posts ?? {})]).toEqual([
    ["b1", "b2", "b3"],
    true,
    ["b", "b1", "b2", "b3"],
  ]);
  expect(keptPart(KEPT.slice(2), "b", "end", 200)?.oldest).toBe(false);
});

it("gives nothing where nothing is kept, or not that post", () => {
  expect(keptPart([], "", "end", 10)).toBeUndefined();
  expect(keptPart(KEPT, "", { before: "a" }, 10)).toBeUndefined();
  expect(keptPart(KEPT, "", { before: "elsewhere" }, 10)).toBeUndefined();
});
