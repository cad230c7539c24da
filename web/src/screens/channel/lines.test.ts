import { describe, expect, it } from "vitest";
import type { Post } from "../../wire.gen";
import { changedAbove, type Line, lines } from "./lines";

const MINUTE = 60_000;
const NOON = new Date(2026, 4, 4, 12).getTime();

const post = (id: string, user: string, at: number, part: Partial<Post> = {}): Post =>
  ({ id, user_id: user, create_at: at, type: "", props: {}, ...part }) as Post;

function shown(posts: Post[], readUpTo = 0, before: Line[] = []): Line[] {
  const byId = new Map(posts.map((one) => [one.id, one]));
  return lines(
    { ids: posts.map((one) => one.id), pending: [], postOf: (id) => byId.get(id), oldest: false, readUpTo, me: "me" },
    before,
  );
}

const text = (made: Line[]) =>
  made.map((line) => (line.kind === "post" ? (line.first ? line.id : `+${line.id}`) : line.kind)).join(" ");

describe("lines", () => {
  it("groups what one author says within minutes", () => {
    const made = shown([post("a", "ann", NOON), post("b", "ann", NOON + MINUTE), post("c", "bob", NOON + 2 * MINUTE)]);
    expect(text(made)).toBe("day a +b c");
  });

  it("begins a group anew after a pause and on another day", () => {
    const made = shown([
      post("a", "ann", NOON),
      post("b", "ann", NOON + 6 * MINUTE),
      post("c", "ann", NOON + 24 * 60 * MINUTE),
    ]);
    expect(text(made)).toBe("day a b day c");
  });

  it("draws the line above the first new post of somebody else", () => {
    const made = shown([post("a", "ann", NOON), post("b", "me", NOON + 1), post("c", "ann", NOON + 2)], NOON);
    expect(text(made)).toBe("day a b new c");
  });

  it("tells of several people who come as one", () => {
    const joined = (id: string) => post(id, id, NOON, { type: "system_join_channel" });
    const made = shown([joined("a"), joined("b"), joined("c"), post("d", "ann", NOON + 1)]);
    expect(text(made)).toBe("day notices d");
    expect(made[1]).toMatchObject({ ids: ["a", "b", "c"] });
  });

  it("changed above when posts came or went before the first, and nowhere else", () => {
    const [a, b, c] = ["a", "b", "c"].map((id, at) => post(id, "ann", NOON + at)) as [Post, Post, Post];
    const joined = post("j", "bob", NOON - 1, { type: "system_join_channel" });
    expect(changedAbove(shown([a, b, c]), shown([b, c]))).toBe(true);
    expect(changedAbove(shown([joined, b, c]), shown([b, c]))).toBe(true);
    expect(changedAbove(shown([b, c]), shown([a, b, c]))).toBe(true);
    expect(changedAbove(shown([a, b, c]), shown([a, b]))).toBe(false);
    expect(changedAbove(shown([a, b]), shown([a, b, c]))).toBe(false);
    expect(changedAbove(shown([a, c]), shown([a, b, c]))).toBe(false);
    expect(changedAbove(shown([a]), shown([]))).toBe(false);
    expect(changedAbove(shown([b, c]), shown([a, b]))).toBe(false);
  });

  it("keeps the lines that did not change", () => {
    const before = shown([post("a", "ann", NOON)]);
    const after = shown([post("a", "ann", NOON), post("b", "bob", NOON + 1)], 0, before);
    expect(after[1]).toBe(before[1]);
  });
});
