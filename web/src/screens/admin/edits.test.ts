// What the bar under the settings counts, and what it calls wrong.

import { describe, expect, it } from "vitest";
import { type Field, fieldsOf } from "./config";
import { changesOf, countOf, type Edits, edited, textOf, wrongOf } from "./edits";

const stored = {
  TeamSettings: { SiteName: "Muster", MaxUsersPerTeam: 50, EnableOpenServer: false, Names: ["a"] },
};
const [name, most, open, names] = fieldsOf(stored, {}, "TeamSettings") as [Field, Field, Field, Field];

const typed = (...all: [Field, string][]): Edits =>
  all.reduce<Edits>((edits, [field, text]) => edited(edits, field, text), new Map());

describe("what was typed into the settings", () => {
  it("counts with what is wrong, each setting once", () => {
    expect(countOf(typed([most, "many"]))).toBe(1);
    expect(countOf(typed([name, "Harbour"], [most, "many"], [open, "true"]))).toBe(3);
    expect(countOf(typed([most, "60"], [most, "many"]))).toBe(1);
    expect(countOf(typed([most, "many"], [most, "60"]))).toBe(1);
  });

  it("is no change when it says what is stored", () => {
    expect(countOf(typed([most, "60"], [most, " 50 "], [open, "true"], [open, "false"]))).toBe(0);
    expect(countOf(typed([names, "a\n"]))).toBe(0);
  });

  it("is wrong until it is mended, and named so", () => {
    const wrong = typed([name, "Harbour"], [most, "many"]);
    expect(wrongOf(wrong)).toEqual([most]);
    expect(wrongOf(edited(wrong, most, "80"))).toEqual([]);
    expect([...changesOf(wrong)]).toEqual([["TeamSettings.SiteName", "Harbour"]]);
  });

  it("is there again when its field is", () => {
    const edits = typed([names, "a\n"], [most, "many"]);
    expect([name, most, open, names].map((field) => textOf(edits, field))).toEqual(["Muster", "many", "false", "a\n"]);
  });
});
