// Which of the client's files a version keeps: all of them, but words only of languages that were asked for before.

/** The language whose words are in a file; none for all else. */
const languageOf = (path: string): string => /^\/assets\/words-(\w+)-/.exec(path)?.[1] ?? "";

/** Of the files of a new version those to keep at once, told by the paths that the versions before have kept. */
export function toKeep(files: readonly string[], kept: readonly string[]): string[] {
  const spoken = new Set(["", ...kept.map(languageOf)]);
  return files.filter((file) => spoken.has(languageOf(file)));
}
