// What people read or are read out stands in the catalogues, and nowhere in the elements of the screens.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const SPOKEN = new Set(["alt", "aria-description", "aria-label", "aria-roledescription", "aria-valuetext"]);
for (const name of ["empty", "hint", "label", "placeholder", "problem", "text", "title"]) SPOKEN.add(name);
/** Names that are the same in every language. */
const NAMES = ["OAuth"];

const hasWords = (text: string) => /\p{L}{2}/u.test(text) && !NAMES.includes(text.trim());

/** Whether the text becomes a child of an element or one of its attributes that are read. */
function isRead(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isJsxAttribute(parent)) return SPOKEN.has(parent.name.getText());
  if (ts.isJsxExpression(parent)) return !ts.isJsxAttribute(parent.parent) || SPOKEN.has(parent.parent.name.getText());
  const passesOn = ts.isConditionalExpression(parent)
    ? parent.condition !== node
    : ts.isParenthesizedExpression(parent);
  return passesOn && isRead(parent);
}

function textOf(node: ts.Node): string {
  if (ts.isJsxText(node)) return node.text;
  if (ts.isStringLiteralLike(node)) return isRead(node) ? node.text : "";
  if (!ts.isTemplateExpression(node) || !isRead(node)) return "";
  return [node.head, ...node.templateSpans.map((span) => span.literal)].map((part) => part.text).join(" ");
}

function literalsOf(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    const text = textOf(node);
    if (hasWords(text)) found.push(`${path}: ${text.trim()}`);
    node.forEachChild(walk);
  };
  walk(file);
  return found;
}

it("finds what is said beside the catalogues", () => {
  const source = `<a title="Go" href="/x" aria-label={on() ? "Out" : t("in")}>Text {\`of \${n}\`} <b>{"bold"}</b> {t("key")}</a>`;
  expect(literalsOf("a.tsx", source)).toEqual(["Go", "Out", "Text", "of", "bold"].map((text) => `a.tsx: ${text}`));
});

/** All components are parsed: a second alone, and several on a machine that does other things. */
const READING_MS = 30_000;

it(
  "is said by no element",
  () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) =>
      /(?<!\.test)\.tsx$/.test(name),
    );
    expect(files.length).toBeGreaterThan(80);
    expect(files.flatMap((name) => literalsOf(name, readFileSync(join("src", name), "utf8")))).toEqual([]);
  },
  READING_MS,
);
