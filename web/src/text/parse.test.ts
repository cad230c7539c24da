// Messages read as people write them; nothing dangerous comes through; no text is too strange to be read.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../conformance/mentions.json";
import { permalinkOf, safeAddress } from "./links";
import { isEmojiOnly, parse } from "./parse";
import { spans } from "./spans";
import type { Block, Inline, Tree } from "./tree";
import { readings, words } from "./words";

/** The tree in one line: what a reader would notice. */
function show(tree: Tree): string {
  return tree.map(showBlock).join(" ");
}

function showBlock(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return `p(${showAll(block.children)})`;
    case "heading":
      return `h${block.level}(${showAll(block.children)})`;
    case "quote":
      return `quote(${show(block.children)})`;
    case "code":
      return `code:${block.language}(${block.text})`;
    case "maths":
      return `maths(${block.text})`;
    case "list":
      return `list${block.start ?? ""}(${block.items.map((item) => `${item.checked ?? ""}[${show(item.children)}]`).join("")})`;
    case "table":
      return `table(${block.head.map(showAll).join("|")};${block.rows.map((row) => row.map(showAll).join("|")).join(";")})`;
    case "rule":
      return "rule";
  }
}

const showAll = (parts: readonly Inline[]): string => parts.map(showInline).join("");

function showInline(part: Inline): string {
  if ("children" in part)
    return `${part.kind}${part.kind === "link" ? `:${part.href}` : ""}(${showAll(part.children)})`;
  if ("name" in part) return `<${part.kind} ${part.name}>`;
  if ("source" in part) return `<image ${part.source}>`;
  if ("text" in part) return part.kind === "text" ? part.text : `${part.kind}(${part.text})`;
  return "\\n";
}

describe("a message", () => {
  it.each([
    ["plain", "p(plain)"],
    ["**strong** and *em* and ~~gone~~", "p(strong(strong) and emphasis(em) and strike(gone))"],
    ["one\ntwo", "p(one\\ntwo)"],
    ["# Title", "h1(Title)"],
    ["#tag and #1", "p(<hashtag tag> and #1)"],
    ["> said\n\nanswer", "quote(p(said)) p(answer)"],
    ["1. a\n2. b", "list1([p(a)][p(b)])"],
    ["- [x] done\n- [ ] open", "list(true[p(done)]false[p(open)])"],
    ["```rs\nfn a() {}\n```", "code:rs(fn a() {})"],
    ["```latex\nx^2\n```", "maths(x^2)"],
    ["$$\nE = mc^2\n\n\\sum_i x_i\n$$", "maths(E = mc^2\n\n\\sum_i x_i)"],
    ["so\n$$x < y$$\nthen", "p(so) maths(x < y) p(then)"],
    ["so $$x_1$$ then, and $$ for $$", "p(so maths(x_1) then, and $$ for $$)"],
    ["$$\nno end", "p($$\\nno end)"],
    ["the $a_1 * b_2$ of $5 and $6", "p(the maths(a_1 * b_2) of $5 and $6)"],
    ["| a | b |\n|---|--:|\n| 1 | 2 |", "table(a|b;1|2)"],
    ["---", "rule"],
    ["`@ann :tada:`", "p(code(@ann :tada:))"],
    ["@ann, ~town-square :tada:", "p(<mention ann>, <channel town-square> <emoji tada>)"],
    ["~one and ~two", "p(<channel one> and <channel two>)"],
    ["mail ann@example.com", "p(mail link:mailto:ann@example.com(ann@example.com))"],
    ["see https://example.com/a_b_c", "p(see link:https://example.com/a_b_c(https://example.com/a_b_c))"],
    ["[site](example.com/x)", "p(link:http://example.com/x(site))"],
    ["![cat](https://example.com/cat.png)", "p(<image https://example.com/cat.png>)"],
    ["<script>alert(1)</script>", "p(<script>alert(1)</script>)"],
    ["a &lt; b &amp;&amp; c", "p(a < b && c)"],
    ["at 10:30:15 we :)", "p(at 10:30:15 we <emoji slightly_smiling_face>)"],
    ["    let a;\n      **b**", "code:(let a;\n  **b**)"],
    ["said\n\n    indented", "p(said) p(    indented)"],
  ])("%j reads as %s", (text, expected) => {
    expect(show(parse(text))).toBe(expected);
  });

  it("of emoji alone is large, with a word it is not", () => {
    expect(["🎉 🎉", ":tada: :+1:", "🎉 yes", "12", ""].map((text) => isEmojiOnly(parse(text)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

/** The mentions of a text, as they are drawn: those of names that somebody has. */
function called(tree: Tree, names: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const look = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(look);
    if (typeof part !== "object" || part === null) return;
    const { kind, name } = part as { kind?: unknown; name?: unknown };
    const read = kind === "mention" ? readings(String(name)).find((one) => names.has(one)) : undefined;
    if (read) found.add(read);
    Object.values(part).forEach(look);
  };
  look(tree);
  return [...found].sort();
}

describe("a mention", () => {
  const names = new Set([...vectors.names, "all", "channel", "here"]);
  it.each(vectors.cases.map((one) => [one.text, one.calls] as const))(
    "in %j is what the server calls",
    (text, calls) => {
      expect(called(parse(text), names)).toEqual([...calls].sort());
    },
  );
});

describe("an address", () => {
  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " java\nscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "blob:x",
  ])("%j leads nowhere", (address) => {
    expect(safeAddress(address, "https://chat.example.com")).toBeUndefined();
    expect(show(parse(`[press](<${address.trim()}>) ![](<${address.trim()}>)`))).not.toMatch(/link:|<image/);
  });

  it("of this server leads to its post", () => {
    const id = "a".repeat(26);
    expect(permalinkOf(`https://chat.example.com/team/pl/${id}`, "https://chat.example.com")).toBe(id);
    expect(permalinkOf(`https://other.example.com/team/pl/${id}`, "https://chat.example.com")).toBeUndefined();
  });
});

describe("coloured code", () => {
  it("is pairs of kind and text", () => {
    const markup = '<span class="hljs-keyword">let</span> a = <span class="hljs-string">&quot;&lt;b&gt;&quot;</span>;';
    expect(spans(markup)).toEqual([
      ["keyword", "let"],
      ["", " a = "],
      ["string", '"<b>"'],
      ["", ";"],
    ]);
  });
});

const SNIPPETS = fc.constantFrom(
  "**",
  "*",
  "_",
  "~~",
  "~",
  "`",
  "```",
  "\n",
  "\n\n",
  "> ",
  "- ",
  "1. ",
  "# ",
  "[",
  "](",
  ")",
  "![",
  "<",
  ">",
  "|",
  "|---|",
  "@ann",
  ":tada:",
  "#tag",
  "$",
  "\\",
  "javascript:",
  "https://a.b",
  "<script>",
  "&lt;",
  "- [ ] ",
  " ",
  "a",
  "é",
  "🎉",
);

function walk(tree: Tree, visit: (part: Inline | Block) => void): void {
  const into = (part: Inline | Block): void => {
    visit(part);
    if ("children" in part) for (const child of part.children) into(child);
    if (part.kind === "list") for (const item of part.items) for (const child of item.children) into(child);
    if (part.kind === "table")
      for (const cells of [part.head, ...part.rows]) for (const cell of cells) for (const one of cell) into(one);
  };
  for (const block of tree) into(block);
}

describe("any text", () => {
  const anything = fc.oneof(
    fc.array(SNIPPETS, { maxLength: 60 }).map((parts) => parts.join("")),
    fc.string({ unit: "grapheme", maxLength: 300 }),
  );

  it("is read without failing, into addresses that run nothing", () => {
    fc.assert(
      fc.property(anything, (text) => {
        walk(parse(text), (part) => {
          if (part.kind === "link") expect(part.href).toMatch(/^(?:https?|mailto|tel|s?ftp|ssh|irc|xmpp|geo|sip):/);
          if (part.kind === "image") expect(part.source).toMatch(/^https?:/);
        });
      }),
      { numRuns: 500 },
    );
  });

  it("becomes no more nodes than it has letters", () => {
    fc.assert(
      fc.property(anything, (text) => {
        let nodes = 0;
        walk(parse(text), () => {
          nodes += 1;
        });
        expect(nodes).toBeLessThanOrEqual(2 * text.length + 1);
      }),
    );
  });

  it("keeps every letter when it is cut into words", () => {
    const written = (part: Inline) => {
      if (part.kind === "mention") return `@${part.name}`;
      if (part.kind === "channel") return `~${part.name}`;
      if (part.kind === "hashtag") return `#${part.name}`;
      return part.kind === "text" ? part.text : "";
    };
    const text = fc.string({ maxLength: 200 }).map((one) => one.replaceAll(/[:;=<]/g, ""));
    fc.assert(
      fc.property(text, (one) => {
        expect(words(one).map(written).join("")).toBe(one);
      }),
    );
  });

  it.each([
    [">".repeat(16_000)],
    ["- ".repeat(8_000)],
    ["[".repeat(16_000)],
    ["**a".repeat(5_000)],
    ["*".repeat(16_000)],
    ["`".repeat(16_000)],
    ["~~a ".repeat(4_000)],
    ["$a ".repeat(5_000)],
    ["<a ".repeat(5_000)],
    ["![](".repeat(4_000)],
    ["|".repeat(16_000)],
    ["@a:b#".repeat(3_000)],
  ])("as hostile as %# is read", (text) => {
    expect(parse(text).length).toBeGreaterThan(0);
  });
});
