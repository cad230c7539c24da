// What the window says in a language: the words of its catalogues, read from the sources.
import { readFileSync } from "node:fs";

/** The text of `key` in the file `name` of a language, such as `word("fr", "admin", "sessions")`. */
export function word(locale, name, key) {
  const text = readFileSync(new URL(`../src/i18n/${locale}/${name}.ts`, import.meta.url), "utf8");
  const literal = new RegExp(`^  "?${key.replace(/[.]/g, "\\.")}"?:\\s*("(?:[^"\\\\]|\\\\.)*")`, "m").exec(text)?.[1];
  if (literal === undefined) throw new Error(`${locale}/${name}.ts has no text for ${key}`);
  return JSON.parse(literal);
}
