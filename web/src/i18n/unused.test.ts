// Every word of a catalogue is said somewhere: what nobody reads need not be put into another language.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** These are named by what the server calls its settings, rights and choices. */
const OF_THE_SERVER = new Set(["choices", "config", "directory", "rights", "saml"]);

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^i18n\/[a-z]{2}(?:-[A-Z]{2})?\/|wire\.gen/.test(name))
  .map((name) => readFileSync(join("src", name), "utf8"));
const said = new Set(sources.flatMap((text) => text.match(/[\w-]+|\w+/g) ?? []));
/** Words that are put together: `status_${…}`, `${…}Hint`. */
const parts = sources.flatMap((text) =>
  [...text.matchAll(/`(\w*)\$\{[^`}]*\}(\w*)`/g)].map(([, head = "", tail = ""]) => ({ head, tail })),
);

const isSaid = (key: string): boolean =>
  said.has(key) ||
  parts.some(({ head, tail }) => {
    if (head + tail === "" || !key.startsWith(head) || !key.endsWith(tail)) return false;
    const between = key.slice(head.length, key.length - tail.length);
    // After a head stands what the server names, as the kinds of its jobs; before a tail alone, another word of ours.
    return between !== "" && (head !== "" || said.has(between));
  });

const catalogues = import.meta.glob<Record<string, Record<string, string>>>("./en/*.ts", { eager: true });

it("finds words that nobody says", () => {
  expect(isSaid("neverSaidByAnybody")).toBe(false);
  expect(isSaid("status_online")).toBe(true);
});

it("has no word that nobody says", () => {
  const unused = Object.entries(catalogues).flatMap(([path, module]) => {
    const name = /([\w-]+)\.ts$/.exec(path)?.[1] ?? "";
    if (OF_THE_SERVER.has(name)) return [];
    return Object.keys(Object.values(module)[0] ?? {})
      .filter((key) => !isSaid(key))
      .map((key) => `${name}: ${key}`);
  });
  expect(unused).toEqual([]);
});
