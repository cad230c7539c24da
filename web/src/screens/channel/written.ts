// Which files are text that people read, and the language in which a reader colours them.
import type { FileInfo } from "../../wire.gen";

/** Larger ones are fetched, not unfolded: the page would hold thousands of lines for one message. */
const BYTES_MAX = 256 * 1024;

/** Endings that are no name of a language themselves. Those of no language show without colours. */
const LANGUAGES: Readonly<Record<string, string>> = {
  bat: "",
  c: "c",
  cc: "cpp",
  cfg: "ini",
  conf: "nginx",
  csv: "",
  cxx: "cpp",
  env: "ini",
  gradle: "kotlin",
  h: "c",
  hpp: "cpp",
  hs: "haskell",
  htm: "xml",
  jsonl: "json",
  log: "",
  mjs: "javascript",
  mk: "makefile",
  plist: "xml",
  properties: "ini",
  text: "",
  tsv: "",
  txt: "",
};

/** Endings that readers of code know as they are. */
const KNOWN = new Set(
  "bash cpp cs css diff go graphql html ini java js json jsx kt lua md patch php pl ps1 py rb rs scala sh sql swift toml ts tsx xml yaml yml zsh".split(
    " ",
  ),
);

/** The language of a file that can be read in place; nothing when it cannot. */
export function languageOf(file: Pick<FileInfo, "name" | "extension" | "mime_type" | "size">): string | undefined {
  if (file.size > BYTES_MAX) return undefined;
  const ending = file.extension.toLowerCase();
  if (Object.hasOwn(LANGUAGES, ending)) return LANGUAGES[ending];
  if (KNOWN.has(ending)) return ending;
  const name = file.name.toLowerCase();
  if (name === "dockerfile" || name === "makefile") return name;
  return file.mime_type.startsWith("text/") ? "" : undefined;
}
