// Markdown to our tree: marked's lexer finds the structure, the rest is ours. No HTML is made anywhere; HTML in a message
// is text. Runs on the page for short messages and in a worker for long ones (`read.ts`).

import { Marked, type MarkedExtension, type Token, type Tokens } from "marked";
import { safeAddress, safeImage } from "./links";
import { type Align, type Block, type Inline, plain, type Tree } from "./tree";
import { words } from "./words";

/** Deeper quotes and lists are shown as text: nobody reads them, and each level costs stack. */
const DEPTH_MAX = 24;
/** Addresses without a scheme are checked against this; the page gives the real one. */
const NOWHERE = "https://nowhere.invalid";

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": "\u00a0",
};

const dialect: MarkedExtension = {
  gfm: true,
  breaks: true,
  tokenizer: {
    // One tilde begins a channel link; two strike out.
    del(source) {
      const match = /^~~(?=[^\s~])((?:[^~\n]|~(?!~))*[^\s~])~~(?!~)/.exec(source);
      if (!match?.[1]) return undefined;
      return { type: "del", raw: match[0], text: match[1], tokens: this.lexer.inlineTokens(match[1]) };
    },
    // An indented line among others is no code; that has fences.
    code() {
      return undefined;
    },
    // HTML is shown as written.
    html() {
      return undefined;
    },
    tag() {
      return undefined;
    },
  },
};

/** A formula of its own is no longer than this: where no end follows, not all of a message is searched for one. */
const FORMULA = /^\$\$(?!\$)((?:[^$]|\$(?!\$)){1,2000})\$\$[ \t]*(?:\n|$)/;

const maths: MarkedExtension = {
  extensions: [
    {
      name: "formula",
      level: "block",
      start: (source) => /^\$\$/m.exec(source)?.index,
      tokenizer(source) {
        const match = FORMULA.exec(source);
        const text = match?.[1]?.trim();
        return match && text ? { type: "formula", raw: match[0], text } : undefined;
      },
    },
    {
      name: "formulaInLine",
      level: "inline",
      start: (source) => source.indexOf("$$"),
      tokenizer(source) {
        const match = /^\$\$(?=[^\s$])([^$\n]{0,500}[^\s$])\$\$(?!\$)/.exec(source);
        return match ? { type: "maths", raw: match[0], text: match[1] } : undefined;
      },
    },
    {
      name: "maths",
      level: "inline",
      start: (source) => source.indexOf("$"),
      tokenizer(source) {
        // `$5 and $6` is money: the closing sign follows no space and no digit follows it.
        const match = /^\$(?=[^\s$])([^$\n]{0,500}[^\s$\\]|[^\s$\\])\$(?!\d)/.exec(source);
        return match ? { type: "maths", raw: match[0], text: match[1] } : undefined;
      },
    },
  ],
};

const words_only = new Marked(dialect);
const with_maths = new Marked(dialect, maths);

/** What the command `/code` makes of a text: every line begins with four spaces. */
const INDENTED = /^ {4}[^\n]*(?:\n {4}[^\n]*)*$/;

/** Reads a message. Never throws: what the lexer cannot read is shown as it was written. */
export function parse(text: string, origin = NOWHERE): Tree {
  // A quote within a quote within … is recursion in the lexer: refuse it before it starts.
  if (INDENTED.test(text)) return [{ kind: "code", text: text.replaceAll(/^ {4}/gm, ""), language: "" }];
  if (/^[ \t]{0,3}(?:[>*+-][ \t]{0,3}){24}/m.test(text)) return plain(text);
  try {
    const marked = text.includes("$") ? with_maths : words_only;
    return blocks(marked.lexer(text), { origin, depth: 0 });
  } catch {
    return plain(text);
  }
}

interface Place {
  readonly origin: string;
  readonly depth: number;
}

function blocks(tokens: readonly Token[], place: Place): Block[] {
  return tokens.flatMap((token) => block(token, place));
}

function block(token: Token, place: Place): Block[] {
  if (place.depth > DEPTH_MAX) return [{ kind: "paragraph", children: [{ kind: "text", text: token.raw }] }];
  const inside = { ...place, depth: place.depth + 1 };
  switch (token.type) {
    case "space":
    case "def":
      return [];
    case "hr":
      return [{ kind: "rule" }];
    case "heading":
      return [{ kind: "heading", level: token.depth, children: inlines(token.tokens ?? [], inside) }];
    case "code":
      return [code(token as Tokens.Code)];
    case "formula":
      return [{ kind: "maths", text: String(token.text) }];
    case "blockquote":
      return [{ kind: "quote", children: blocks(token.tokens ?? [], inside) }];
    case "list":
      return [list(token as Tokens.List, inside)];
    case "table":
      return [table(token as Tokens.Table, inside)];
    default:
      return [
        { kind: "paragraph", children: inlines("tokens" in token && token.tokens ? token.tokens : [token], inside) },
      ];
  }
}

function code(token: Tokens.Code): Block {
  const language = (token.lang ?? "").trim().split(/\s/)[0]?.toLowerCase() ?? "";
  const isMaths = language === "latex" || language === "tex" || language === "math";
  return isMaths ? { kind: "maths", text: token.text } : { kind: "code", text: token.text, language };
}

function list(token: Tokens.List, place: Place): Block {
  const items = token.items.map((item) => ({
    checked: item.task ? item.checked === true : undefined,
    children: blocks(
      item.tokens.filter((inner) => inner.type !== "checkbox"),
      place,
    ),
  }));
  return { kind: "list", start: token.ordered ? Number(token.start) || 0 : undefined, items };
}

function table(token: Tokens.Table, place: Place): Block {
  const align = token.align.map((side): Align => (side === "center" ? "center" : side === "right" ? "end" : "start"));
  const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => inlines(cell.tokens, place));
  return { kind: "table", align, head: cells(token.header), rows: token.rows.map(cells) };
}

function inlines(tokens: readonly Token[], place: Place): Inline[] {
  return joined(named(tokens).flatMap((token) => inline(token, place)));
}

/** An `@` with a backslash before it is one all the same: the server calls whom it names. */
function named(tokens: readonly Token[]): Token[] {
  const found: Token[] = [];
  for (const token of tokens) {
    const last = found.at(-1);
    const isPlain = token.type === "text" && !token.tokens?.length;
    if (last?.type === "escape" && last.text === "@" && isPlain)
      found[found.length - 1] = { type: "text", raw: last.raw + token.raw, text: `@${token.text}` };
    else found.push(token);
  }
  return found;
}

function inline(token: Token, place: Place): Inline[] {
  if (place.depth > DEPTH_MAX) return [{ kind: "text", text: token.raw }];
  const inside = { ...place, depth: place.depth + 1 };
  switch (token.type) {
    case "strong":
      return [{ kind: "strong", children: inlines(token.tokens ?? [], inside) }];
    case "em":
      return [{ kind: "emphasis", children: inlines(token.tokens ?? [], inside) }];
    case "del":
      return [{ kind: "strike", children: inlines(token.tokens ?? [], inside) }];
    case "codespan":
      return [{ kind: "code", text: token.text }];
    case "br":
      return [{ kind: "break" }];
    case "maths":
      return [{ kind: "maths", text: String(token.text) }];
    case "escape":
      return [{ kind: "text", text: token.text }];
    case "checkbox":
      return [];
    case "link":
      return link(token as Tokens.Link, inside);
    case "image":
      return image(token as Tokens.Image, inside);
    default:
      if ("tokens" in token && token.tokens) return inlines(token.tokens, inside);
      return lines("text" in token ? String(token.text) : token.raw);
  }
}

function link(token: Tokens.Link, place: Place): Inline[] {
  const href = safeAddress(token.href, place.origin);
  if (!href) return [{ kind: "text", text: token.raw }];
  const children = inlines(token.tokens, place).map(unlinked);
  return [{ kind: "link", href, children }];
}

/** Inside a link nothing else can be pressed. */
function unlinked(inline: Inline): Inline {
  if (inline.kind === "mention") return { kind: "text", text: `@${inline.name}` };
  if (inline.kind === "channel") return { kind: "text", text: `~${inline.name}` };
  if (inline.kind === "hashtag") return { kind: "text", text: `#${inline.name}` };
  return inline;
}

function image(token: Tokens.Image, place: Place): Inline[] {
  const source = safeImage(token.href, place.origin);
  return source ? [{ kind: "image", source, alt: token.text }] : [{ kind: "text", text: token.raw }];
}

function lines(text: string): Inline[] {
  const decoded = text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity);
  return decoded
    .split("\n")
    .flatMap((line, at): Inline[] => (at === 0 ? words(line) : [{ kind: "break" }, ...words(line)]));
}

/** Neighbouring texts become one: fewer nodes, and a name that the lexer cut is whole. */
function joined(parts: readonly Inline[]): Inline[] {
  const found: Inline[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (part.kind === "text" && last?.kind === "text")
      found[found.length - 1] = { kind: "text", text: last.text + part.text };
    else found.push(part);
  }
  return found;
}

const EMOJI_ONLY_MAX = 12;

/** A message of nothing but emoji is shown large. */
export function isEmojiOnly(tree: Tree): boolean {
  const [only] = tree;
  if (tree.length !== 1 || only?.kind !== "paragraph" || only.children.length > 2 * EMOJI_ONLY_MAX) return false;
  return (
    only.children.length > 0 &&
    only.children.every(
      (part) =>
        part.kind === "emoji" ||
        (part.kind === "text" &&
          /^(?:\s|\p{Extended_Pictographic}|\p{Emoji_Component})+$/u.test(part.text) &&
          !/\d/.test(part.text)),
    )
  );
}
