import { describe, expect, it } from "vitest";
import { asked, filtersOf, withFilter, without } from "./filters";

const kinds = (terms: string) => filtersOf(terms).map((one) => `${one.kind}=${one.value}`);

describe("filters in what is searched for", () => {
  it.each([
    ["boat from:ann in:pier", ["from=ann", "in=pier"]],
    ["from:@ann IN:~pier on:2026-11-20", ["from=ann", "in=pier", "on=2026-11-20"]],
    ["from: ann rope", ["from=ann"]],
    ["rope in:@ann", ["in=@ann"]],
    ['wherefrom:x "in:quotes" again:y', []],
    ["boat has:file is:thread SORT:oldest", ["has=file", "is=thread", "sort=oldest"]],
    ["has:files is:threaded -has:file sort:", []],
  ])("%j", (terms, found) => {
    expect(kinds(terms)).toEqual(found);
  });

  it("are taken out with the space that they left", () => {
    const terms = "boat from:ann rope";
    const [one] = filtersOf(terms);
    expect(one && without(terms, one)).toBe("boat rope");
  });

  it("are put in once, and days in place of each other", () => {
    expect(withFilter("boat", "from", "ann")).toBe("boat from:ann");
    expect(withFilter("boat from:ann", "from", "ann")).toBe("boat from:ann");
    expect(withFilter("boat from:ann", "from", "bob")).toBe("boat from:ann from:bob");
    expect(withFilter("before:2026-01-01 boat", "before", "2026-02-01")).toBe("boat before:2026-02-01");
    expect(withFilter("boat has:file", "has", "file")).toBe("boat has:file");
  });
});

describe("a search is divided", () => {
  it.each([
    ["boat from:ann", "boat from:ann", []],
    ["has:file boat sort:oldest in:pier", "boat in:pier", ["has", "sort"]],
    // The server searches for nothing where nothing is left.
    ["is:thread", "after:1970-01-01", ["is"]],
    ["", "", []],
  ])("%j", (terms, server, own) => {
    const found = asked(terms);
    expect([found.terms, [...found.own]]).toEqual([server, own]);
  });
});
