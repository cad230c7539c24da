// A message in one line, and as nothing but letters: for lists, notifications and what is read out. Pure.

import type { Block, Inline, Tree } from "./tree";

const SPACE: Inline = { kind: "text", text: " " };

/** What stands in the message, one thing after the other, as if it had one line. Lines of code are code all the same. */
export function lined(tree: Tree): readonly Inline[] {
  return tree.flatMap((block, at) => (at === 0 ? ofBlock(block) : [SPACE, ...ofBlock(block)]));
}

const between = (parts: readonly (readonly Inline[])[]): Inline[] =>
  parts.flatMap((part, at) => (at === 0 ? part : [SPACE, ...part]));

function ofBlock(block: Block): Inline[] {
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return block.children.map((part) => (part.kind === "break" ? SPACE : part));
    case "code":
      return [{ kind: "code", text: block.text.trim().replaceAll(/\s*\n\s*/g, " ") }];
    case "maths":
      return [{ kind: "maths", text: block.text }];
    case "quote":
      return between(block.children.map(ofBlock));
    case "list":
      return between(block.items.map((item) => between(item.children.map(ofBlock))));
    case "table":
      return between([block.head, ...block.rows].map((row) => between(row.map((cell) => [...cell]))));
    case "rule":
      return [];
  }
}

/** Its letters alone. `characterOf` knows the emoji of a name; of others the name stays. */
export function letters(parts: readonly Inline[], characterOf: (name: string) => string | undefined): string {
  return parts.map((part) => lettersOf(part, characterOf)).join("");
}

function lettersOf(part: Inline, characterOf: (name: string) => string | undefined): string {
  switch (part.kind) {
    case "text":
    case "code":
    case "maths":
      return part.text;
    case "strong":
    case "emphasis":
    case "strike":
    case "link":
      return letters(part.children, characterOf);
    case "emoji":
      return characterOf(part.name) ?? `:${part.name}:`;
    case "image":
      return part.alt;
    case "mention":
      return `@${part.name}`;
    case "channel":
      return `~${part.name}`;
    case "hashtag":
      return `#${part.name}`;
    case "break":
      return " ";
  }
}
