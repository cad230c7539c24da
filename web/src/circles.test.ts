// Files that import each other, directly or by way of others, can only be read and changed together: such a circle has
// at most four. Types and late imports count, since a reader follows them as well.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const FILES_MAX = 4;

type Imports = ReadonlyMap<string, readonly string[]>;

/** Each file, by its path under `src`, with the files there that it imports. */
function importsOf(sources: ReadonlyMap<string, string>): Imports {
  return new Map(
    [...sources].map(([path, text]) => {
      const named = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
      const paths = named.filter((name) => name.startsWith(".")).map((name) => join(dirname(path), name));
      const found = paths.map((at) => [at, `${at}.ts`, `${at}.tsx`].find((name) => sources.has(name)));
      return [path, found.filter((name) => name !== undefined)];
    }),
  );
}

/** The circles, the largest first: every file in one reaches every other (Tarjan's strongly connected components). */
function circlesOf(imports: Imports): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  /** The earliest open file that `path` reaches. */
  const visit = (path: string): number => {
    const mine = order.size;
    order.set(path, mine);
    open.push(path);
    let earliest = mine;
    for (const next of imports.get(path) ?? []) {
      if (!order.has(next)) earliest = Math.min(earliest, visit(next));
      else if (open.includes(next)) earliest = Math.min(earliest, order.get(next) as number);
    }
    if (earliest === mine) circles.push(open.splice(open.indexOf(path)));
    return earliest;
  };
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return circles.filter(({ length }) => length > 1).sort((a, b) => b.length - a.length);
}

it("finds a circle by values, types, late imports and what is passed on", () => {
  const sources = new Map([
    ["a.ts", `import { b } from "./in/b";`],
    ["in/b.tsx", `import type { C } from "./c";`],
    ["in/c.ts", `const d = () => import("../d");`],
    ["d.ts", `export { e } from "./e.ts";`],
    ["e.ts", `import "./a";\nimport { f } from "./f";\nimport { render } from "solid-js";`],
    ["f.ts", `import { g } from "./g";`],
    ["g.ts", ""],
  ]);
  expect(circlesOf(importsOf(sources)).map((circle) => circle.toSorted())).toEqual([
    ["a.ts", "d.ts", "e.ts", "in/b.tsx", "in/c.ts"],
  ]);
});

it("has at most four files in a circle", () => {
  const names = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const imports = importsOf(new Map(names.map((name) => [name, readFileSync(join("src", name), "utf8")])));
  // Nothing would be in a circle if no import was understood.
  expect([...imports.values()].flat().length).toBeGreaterThan(names.length);
  expect(circlesOf(imports).filter(({ length }) => length > FILES_MAX)).toEqual([]);
});
