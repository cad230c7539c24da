// Every catalogue has every key in every language; each message parses, asks for the same values as the English, and has a
// form for each kind of number that the language tells apart.

import { describe, expect, it } from "vitest";
import { type Message, parse } from "./icu";
import { LANGUAGES } from "./language";

type Module = Record<string, Record<string, string>>;
const files = import.meta.glob<Module>("./*/*.ts", { eager: true });
const strings = (path: string): Record<string, string> => Object.values(files[path] ?? {})[0] ?? {};
const namesIn = (language: string) =>
  Object.keys(files).flatMap((path) => new RegExp(`^\\./${language}/(.+)\\.ts$`).exec(path)?.[1] ?? []);
const names = namesIn("en");
const others = LANGUAGES.map((one) => one.code).filter((code) => code !== "en");

/** What the server refuses: it says so in English itself, so these have no English file. */
const REFUSED = ["imports", "limits", "refusals"];
/** Files that a new language does not have yet, in which case English shows. This list only shrinks. */
const MISSING: Readonly<Record<string, readonly string[]>> = {};

/** Every plural of a message, with the forms that it has. */
function pluralsOf(text: string): { kind: string; forms: string[] }[] {
  const found: { kind: string; forms: string[] }[] = [];
  const walk = (message: Message) => {
    for (const part of message) {
      if (typeof part === "string" || !("options" in part)) continue;
      if (part.kind !== "select") found.push({ kind: part.kind, forms: [...part.options.keys()] });
      for (const option of part.options.values()) walk(option);
    }
  };
  walk(parse(text));
  return found;
}

const argumentsOf = (text: string): string[] => {
  const found = new Set<string>();
  const walk = (message: Message) => {
    for (const part of message) {
      if (typeof part === "string" || part.kind === "count") continue;
      found.add(part.name);
      if ("options" in part) for (const option of part.options.values()) walk(option);
    }
  };
  walk(parse(text));
  return [...found].sort();
};

/** Forms that a message lacks: where numbers are told apart at all, all kinds of whole numbers are. */
function formsLacking(text: string, language: string): string[] {
  return pluralsOf(text).flatMap(({ kind, forms }) => {
    const type = kind === "selectordinal" ? "ordinal" : "cardinal";
    const rules = new Intl.PluralRules(language, { type });
    // "Many" of the Romance languages begins at a million, which nothing here reaches.
    const kinds = new Set(Array.from({ length: 1_000 }, (_, count) => rules.select(count)));
    const told = forms.filter((form) => !form.startsWith("=") && form !== "other");
    return told.length === 0 ? [] : [...kinds].filter((form) => !forms.includes(form));
  });
}

describe("the folders of words", () => {
  it("are one for each language, and the other way round", () => {
    const folders = new Set(Object.keys(files).map((path) => path.split("/")[1]));
    expect([...folders].sort()).toEqual(LANGUAGES.map((one) => one.code).sort());
  });

  it.each(others)("have no file in %s that English lacks", (language) => {
    expect(namesIn(language).filter((name) => !names.includes(name) && !REFUSED.includes(name))).toEqual([]);
  });

  it.each(others)("have every file in %s", (language) => {
    const missing = [...names, ...REFUSED].filter((name) => !namesIn(language).includes(name));
    expect(missing.sort()).toEqual([...(MISSING[language] ?? [])].sort());
  });
});

const pairs = others.flatMap((language) => namesIn(language).map((name) => [language, name] as const));

describe.each(pairs.filter(([, name]) => names.includes(name)))("in %s the catalogue %s", (language, name) => {
  const english = strings(`./en/${name}.ts`);
  const other = strings(`./${language}/${name}.ts`);

  it("has every key, and no other", () => {
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
  });

  it("asks for the same values as in English", () => {
    const wrong = Object.keys(english).filter(
      (key) => argumentsOf(other[key] ?? "").join() !== argumentsOf(english[key] ?? "").join(),
    );
    expect(wrong).toEqual([]);
  });

  it("is filled in", () => {
    expect(Object.keys(other).filter((key) => other[key]?.trim() === "" && english[key] !== "")).toEqual([]);
  });
});

it.each(pairs)("in %s %s has a form for each kind of number", (language, name) => {
  const lacking = Object.entries(strings(`./${language}/${name}.ts`)).flatMap(([key, text]) =>
    formsLacking(text, language).map((form) => `${key}: ${form}`),
  );
  expect(lacking).toEqual([]);
});

it("finds forms that are lacking", () => {
  expect(formsLacking("{count, plural, one {# plik} other {# pliki}}", "pl")).toEqual(["many", "few"]);
  expect(formsLacking("{count, plural, other {# plików}}", "pl")).toEqual([]);
});

describe("in Arabic, which runs from the right,", () => {
  it("signs before Latin letters keep their side by a mark", () => {
    const turned = namesIn("ar").flatMap((name) =>
      Object.entries(strings(`./ar/${name}.ts`)).filter(([, text]) => /(?:^|[\s(:و،؛])[@#/~][A-Za-z0-9]/.test(text)),
    );
    expect(turned).toEqual([]);
  });
});
