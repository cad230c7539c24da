// Marks of Markdown put around what is selected in a message field, or taken away again. Pure: a text and a selection in,
// what to write out.

export interface Selection {
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/** What takes the place of a part of the text, and what is selected then. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly selectFrom: number;
  readonly selectTo: number;
}

export const FORMATS = [
  { name: "bold", icon: "bold", keys: "Mod+B" },
  { name: "italic", icon: "italic", keys: "Mod+I" },
  { name: "strike", icon: "strike", keys: "Mod+Shift+X" },
  { name: "heading", icon: "heading", keys: undefined },
  { name: "link", icon: "link", keys: "Mod+Alt+K" },
  { name: "code", icon: "code", keys: "Mod+Alt+C" },
  { name: "codeBlock", icon: "codeBlock", keys: undefined },
  { name: "quote", icon: "quote", keys: undefined },
  { name: "bullets", icon: "list", keys: "Mod+Shift+8" },
  { name: "numbers", icon: "listNumbered", keys: "Mod+Shift+7" },
] as const;

export type FormatName = (typeof FORMATS)[number]["name"];

const AROUND: Readonly<Partial<Record<FormatName, string>>> = { bold: "**", italic: "_", strike: "~~", code: "`" };
const FENCE = "```";
const PLACE = "https://";

/** Around what is selected; where it stands there already, it goes. */
function around({ value, from, to }: Selection, mark: string): Edit {
  const inside = value.slice(from, to);
  const [before, after] = [value.slice(from - mark.length, from), value.slice(to, to + mark.length)];
  if (from >= mark.length && before === mark && after === mark) {
    const start = from - mark.length;
    return { from: start, to: to + mark.length, text: inside, selectFrom: start, selectTo: start + inside.length };
  }
  if (inside.length >= 2 * mark.length && inside.startsWith(mark) && inside.endsWith(mark)) {
    const text = inside.slice(mark.length, -mark.length);
    return { from, to, text, selectFrom: from, selectTo: from + text.length };
  }
  // A space at the edge would be no edge of the mark.
  const [, head = "", core = "", tail = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inside) ?? [];
  const start = from + head.length + mark.length;
  const text = `${head}${mark}${core}${mark}${tail}`;
  return { from, to, text, selectFrom: start, selectTo: start + core.length };
}

/** The whole lines that the selection touches. */
function linesOf({ value, from, to }: Selection): { from: number; to: number; lines: string[] } {
  const start = value.lastIndexOf("\n", from - 1) + 1;
  const next = value.indexOf("\n", to);
  const end = next < 0 ? value.length : next;
  return { from: start, to: end, lines: value.slice(start, end).split("\n") };
}

/** Before each line; where all have it, it goes. */
function before(selection: Selection, has: RegExp, mark: (at: number) => string): Edit {
  const { from, to, lines } = linesOf(selection);
  const all = lines.every((line) => line === "" || has.test(line)) && lines.some((line) => line !== "");
  const text = lines.map((line, at) => (all ? line.replace(has, "") : mark(at) + line)).join("\n");
  const caret = lines.length === 1 ? from + text.length : undefined;
  return { from, to, text, selectFrom: caret ?? from, selectTo: from + text.length };
}

function fenced(selection: Selection): Edit {
  const { from, to, lines } = linesOf(selection);
  const [first = "", ...rest] = lines;
  if (lines.length > 2 && first.startsWith(FENCE) && rest.at(-1) === FENCE) {
    const text = rest.slice(0, -1).join("\n");
    return { from, to, text, selectFrom: from, selectTo: from + text.length };
  }
  const inside = lines.join("\n");
  // The caret stands where a language would be named.
  const start = from + FENCE.length;
  return { from, to, text: `${FENCE}\n${inside}\n${FENCE}`, selectFrom: start, selectTo: start };
}

function linked({ value, from, to }: Selection): Edit {
  const inside = value.slice(from, to);
  if (/^https?:\/\/\S+$/.test(inside)) {
    return { from, to, text: `[](${inside})`, selectFrom: from + 1, selectTo: from + 1 };
  }
  const start = from + inside.length + 3;
  return { from, to, text: `[${inside}](${PLACE})`, selectFrom: start, selectTo: start + PLACE.length };
}

/** What a format does with the selection. */
export function formatted(name: FormatName, selection: Selection): Edit {
  switch (name) {
    case "bold":
    case "italic":
    case "strike":
    case "code":
      return around(selection, AROUND[name] ?? "");
    case "heading":
      return before(selection, /^#{1,6} /, () => "### ");
    case "quote":
      return before(selection, /^> ?/, () => "> ");
    case "bullets":
      return before(selection, /^[-*] /, () => "- ");
    case "numbers":
      return before(selection, /^\d+\. /, (at) => `${at + 1}. `);
    case "codeBlock":
      return fenced(selection);
    case "link":
      return linked(selection);
  }
}
