import { expect, it } from "vitest";
import type { Preview } from "../../wire.gen";
import { claimsOf, outcomeOf, stepName } from "./trial-text";

it("claims are one object", () => {
  expect(claimsOf('{"sub": "1"}')).toEqual({ sub: "1" });
  for (const text of ["", "[]", "null", "7", '"sub"', "{"]) expect(claimsOf(text)).toBeUndefined();
});

it("an outcome is a sentence, with the reason that the log has", () => {
  const of = (preview: Partial<Preview>) => outcomeOf(preview as Preview);
  expect(of({ outcome: "known", account: "ann" })).toBe("Signs in as ann");
  expect(of({ outcome: "refused", why: "no_address", text: "no address" })).toBe(
    "Is not let in: no address (no_address)",
  );
});

it("a step of a newer server keeps its name", () => {
  expect(stepName("reader")).toBe("Account that reads");
  expect(stepName("moon")).toBe("moon");
});
