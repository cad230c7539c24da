// Every catalogue has every key in every language, each message parses, and asks for the same values as the English.

import { describe, expect, it } from "vitest";
import { parse } from "./icu";

type Module = Record<string, Record<string, string>>;
const files = import.meta.glob<Module>("./{en,de,ja}/*.ts", { eager: true });
const strings = (path: string): Record<string, string> => Object.values(files[path] ?? {})[0] ?? {};
const names = Object.keys(files).flatMap((path) => /^\.\/en\/(.+)\.ts$/.exec(path)?.[1] ?? []);

const argumentsOf = (text: string): string[] => {
  const found = new Set<string>();
  const walk = (message: ReturnType<typeof parse>) => {
    for (const part of message) {
      if (typeof part === "string" || part.kind === "count") continue;
      found.add(part.name);
      if ("options" in part) for (const option of part.options.values()) walk(option);
    }
  };
  walk(parse(text));
  return [...found].sort();
};

describe.each(names)("the catalogue %s", (name) => {
  const english = strings(`./en/${name}.ts`);

  it.each(["de", "ja"])("has every key in %s, and no other", (language) => {
    expect(Object.keys(strings(`./${language}/${name}.ts`)).sort()).toEqual(Object.keys(english).sort());
  });

  it.each(["de", "ja"])("asks for the same values in %s as in English", (language) => {
    const other = strings(`./${language}/${name}.ts`);
    const wrong = Object.keys(english).filter(
      (key) => argumentsOf(other[key] ?? "").join() !== argumentsOf(english[key] ?? "").join(),
    );
    expect(wrong).toEqual([]);
  });
});
