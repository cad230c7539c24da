// The window is mirrored for languages that are read from right to left, so no rule may name the left and the right apart.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** The short form with four values, of which the second is the right and the fourth the left. */
const FOUR = /\b(?:padding|margin|border-width): (\S+) (\S+) (\S+) (\S+);/g;

it("no rule gives the left another room than the right", () => {
  const names = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));
  const found = names.flatMap((name) =>
    [...readFileSync(join("src", name), "utf8").matchAll(FOUR)]
      .filter(([, , right, , left]) => right !== left)
      .map(([rule]) => `${name}: ${rule}`),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(found).toEqual([]);
});
