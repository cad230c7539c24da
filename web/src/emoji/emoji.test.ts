// Emoji are found by name, tag and tone; the picker's keys lead where the eye expects.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { characterOf, loadEmojis } from "./data";
import { movedTo, sourceOf, writtenAs } from "./gif-grid";
import { COLUMNS, moved, type Row, rowsInSight, section } from "./rows";
import { searchEmojis } from "./search";

const known = await loadEmojis();

describe("emoji", () => {
  it("have characters by name and by tone", () => {
    const names = ["tada", "+1", "wave_dark_skin_tone", "tada_dark_skin_tone", "no-such-thing"];
    expect(names.map((name) => characterOf(name, known))).toEqual(["🎉", "👍️", "👋🏿", undefined, undefined]);
  });

  it("have the tones of other servers' names", () => {
    const names = ["+1_tone3", "thumbsup_tone1", "wave::skin-tone-6", "wave::skin-tone-7", "tada_tone2", "_tone2"];
    const shown = names.map((name) => characterOf(name, known));
    expect(shown).toEqual(["👍🏽", "👍🏻", "👋🏿", undefined, undefined, undefined]);
  });

  it("are found by the beginning of a name before anything else", () => {
    expect(searchEmojis(known, "rocket")[0]?.names[0]).toBe("rocket");
    expect(
      searchEmojis(known, ":smi")
        .slice(0, 3)
        .map((one) => one.names[0]),
    ).toEqual(["smiley", "smile", "smiling_face_with_3_hearts"]);
    expect(searchEmojis(known, "")).toEqual([]);
  });

  it("have the names that the server accepts", () => {
    const accepted = new Set(
      readFileSync("../crates/rules/data/emoji_names.txt", "utf8")
        .split("\n")
        .map((line) => line.replace(/\*$/, "")),
    );
    expect([...known.byName.keys()].filter((name) => !accepted.has(name))).toEqual([]);
  });
});

describe("the picker's rows", () => {
  const cells = (count: number) => Array.from({ length: count }, (_, at) => ({ name: String(at) }));
  const rows: Row[] = [...section("recent", cells(3)), ...section("custom", cells(COLUMNS + 2))];

  it("are headings and full rows", () => {
    expect(rows.map((row) => (row.kind === "cells" ? row.cells.length : row.key))).toEqual([
      "recent",
      3,
      "custom",
      COLUMNS,
      2,
    ]);
  });

  it("are walked over headings and around ends", () => {
    expect(moved(rows, { row: 1, column: 2 }, "ArrowRight")).toEqual({ row: 3, column: 0 });
    expect(moved(rows, { row: 3, column: 0 }, "ArrowLeft")).toEqual({ row: 1, column: 2 });
    expect(moved(rows, { row: 3, column: 7 }, "ArrowDown")).toEqual({ row: 4, column: 1 });
    expect(moved(rows, { row: 1, column: 0 }, "ArrowUp")).toEqual({ row: 1, column: 0 });
  });

  it("are drawn only where they are seen", () => {
    expect(rowsInSight(200, 3600, 320)).toEqual({ from: 97, to: 112 });
  });
});

describe("GIFs", () => {
  const gif = {
    id: "ship",
    title: "A ship",
    width: 480,
    height: 270,
    url: "https://media.test/ship.gif?x=1",
    preview_url: "https://media.test/200.gif",
    still_url: "https://media.test/200_s.gif",
  };

  it("are walked in rows of two, and no key leaves them", () => {
    expect(movedTo(0, "ArrowDown", 5)).toBe(2);
    expect(movedTo(3, "ArrowUp", 5)).toBe(1);
    expect(movedTo(0, "ArrowRight", 5)).toBe(1);
    expect(movedTo(4, "ArrowLeft", 5)).toBe(3);
    for (const [at, key] of [
      [1, "ArrowUp"],
      [3, "ArrowDown"],
      [4, "ArrowRight"],
      [0, "ArrowLeft"],
      [2, "Home"],
    ] as const)
      expect(movedTo(at, key, 5)).toBeUndefined();
  });

  it("move until they shall rest", () => {
    expect(sourceOf(gif, false)).toBe(gif.preview_url);
    expect(sourceOf(gif, true)).toBe(gif.still_url);
    expect(sourceOf({ ...gif, still_url: "" }, true)).toBeUndefined();
  });

  it("are written as pictures that mention nobody", () => {
    expect(writtenAs(gif, "GIF")).toBe("![A ship](https://media.test/ship.gif?x=1)");
    expect(writtenAs({ ...gif, title: "@all, come](https://evil.test) `now`\n#ship :tada:" }, "GIF")).toBe(
      "![all, come https evil.test now ship tada](https://media.test/ship.gif?x=1)",
    );
    expect(writtenAs({ ...gif, title: "[]", url: "https://media.test/a(1).gif" }, "GIF")).toBe(
      "![GIF](https://media.test/a%281%29.gif)",
    );
  });
});
