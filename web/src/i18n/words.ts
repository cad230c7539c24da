// Where the words of a language are: a folder for each, a file for each catalogue; they load when chosen.
//
// English is not among them, as it comes with whatever says it. The build puts the files of a language together in three:
// what everybody reads, the system console, and what the server refuses (`vite.config.ts`).

import type { Language } from "./language";

type Words = Readonly<Record<string, string>>;

const FILES = import.meta.glob<Words>(["./*/*.ts", "!./en/*"], { import: "default" });

/** The words of the file `name`; rejects without a network, and where the language has no such file. */
export function wordsOf(language: Exclude<Language, "en">, name: string): Promise<Words> {
  const load = FILES[`./${language}/${name}.ts`];
  return load ? load() : Promise.reject(new Error(`no words: ${language}/${name}`));
}
