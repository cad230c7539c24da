// German speaks to its reader as to a colleague: "du" everywhere, the capital "Sie" nowhere.

import { expect, it } from "vitest";

const files = import.meta.glob<Record<string, string>>("./de/*.ts", { eager: true, import: "default" });
const texts = Object.values(files).flatMap((strings) => Object.values(strings));

/** Sentences of the third person do not begin with these words here, so that none of them is an exception. */
const FORMAL = /(?<!\p{L})(?:Sie|Ihnen|Ihr|Ihre[mnrs]?)(?!\p{L})/u;

it("says du to the reader, and never Sie", () => {
  expect(texts.length).toBeGreaterThan(1_500);
  expect(texts.filter((text) => FORMAL.test(text))).toEqual([]);
});
