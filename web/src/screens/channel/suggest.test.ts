import { describe, expect, it } from "vitest";
import { askedBy } from "./suggest";

describe("what the text before the caret asks for", () => {
  it.each([
    ["hello @an", { kind: "@", term: "an", from: 6 }],
    ["@", { kind: "@", term: "", from: 0 }],
    ["see ~town", { kind: "~", term: "town", from: 4 }],
    ["nice :tad", { kind: ":", term: "tad", from: 5 }],
    ["/rem", { kind: "/", term: "rem", from: 0 }],
  ])("%s", (before, asked) => {
    expect(askedBy(before)).toEqual(asked);
  });

  it.each(["mail@example", "12:30", "a / b", ":)", "done."])("nothing: %s", (before) => {
    expect(askedBy(before)).toBeUndefined();
  });
});
