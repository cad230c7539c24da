import { describe, expect, it } from "vitest";
import { rank } from "./rank";

const best = (names: string[], typed: string) =>
  names
    .map((name) => ({ name, score: rank(name, typed) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score)
    .map((one) => one.name);

describe("rank", () => {
  it("prefers a beginning to a middle, and a word's beginning to its inside", () => {
    expect(best(["untowned", "down town", "town-square"], "town")).toEqual(["town-square", "down town", "untowned"]);
  });

  it("finds initials", () => {
    expect(best(["design-review", "drivers"], "dr")).toEqual(["drivers", "design-review"]);
    expect(rank("design-review", "desrev")).toBeGreaterThan(0);
  });

  it("refuses what lacks a letter", () => {
    expect(rank("town-square", "tz")).toBe(0);
  });

  it("ranks ten thousand names within a frame or so", () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `channel-${at}-${(at * 7919) % 10_000}`);
    expect(best(names, "c99").length).toBeGreaterThan(0);
  });
});
