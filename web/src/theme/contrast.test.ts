// Reads the tokens and holds every pair that is drawn together to WCAG 2.2: 4.5:1 for text (7:1 in high contrast), 3:1
// for what marks a control or a state.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync("src/theme/tokens.css", "utf8");

function tokens(theme: string): Map<string, string> {
  const start = css.indexOf(`:root[data-theme="${theme}"]`);
  const block = css.slice(start, css.indexOf("}", start));
  return new Map([...block.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6})/g)].map((found) => [found[1] ?? "", found[2] ?? ""]));
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function ratio(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

const SURFACES = ["--bg", "--bg-side", "--bg-raised", "--bg-sunken", "--bg-hover", "--bg-mention"];
const TEXTS = ["--text", "--text-muted", "--text-faint", "--link", "--danger-text"];
const CODE = ["keyword", "string", "number", "comment", "title", "type"].map((one) => `--code-${one}`);
const PAIRS: [string, string][] = [
  ...SURFACES.flatMap((surface) => TEXTS.map((text): [string, string] => [text, surface])),
  ...CODE.map((text): [string, string] => [text, "--bg-code"]),
  ["--text", "--bg-selected"],
  ["--text-selected", "--bg-selected"],
  ["--text-on-accent", "--accent"],
  ["--text-on-accent", "--accent-hover"],
  ["--text-on-accent", "--danger"],
  ["--text-on-accent", "--danger-hover"],
  ["--text-on-accent", "--badge"],
  ["--success-text", "--success-bg"],
  ["--success-text", "--bg-raised"],
  ["--warning-text", "--warning-bg"],
  ["--warning-text", "--bg-raised"],
  ["--danger-text", "--danger-bg"],
  ["--info-text", "--info-bg"],
];
const MARKS: [string, string][] = ["--bg", "--bg-side", "--bg-raised", "--bg-sunken"].flatMap((surface) =>
  ["--border-strong", "--focus", "--accent", "--online", "--away", "--dnd", "--offline"].map(
    (mark): [string, string] => [mark, surface],
  ),
);

describe.each(["light", "dark", "contrast", "contrastLight"])("the %s theme", (theme) => {
  const values = tokens(theme);
  const least = theme.startsWith("contrast") ? 7 : 4.5;
  const tooWeak = (pairs: [string, string][], bound: number) =>
    pairs
      .map(([front, back]) => ({
        front,
        back,
        ratio: ratio(values.get(front) ?? "#000000", values.get(back) ?? "#000000"),
      }))
      .filter((pair) => pair.ratio < bound)
      .map((pair) => `${pair.front} on ${pair.back}: ${pair.ratio.toFixed(2)}`);

  it("has text that everybody can read", () => {
    expect(tooWeak(PAIRS, least)).toEqual([]);
  });

  it("has marks that everybody can see", () => {
    expect(tooWeak(MARKS, 3)).toEqual([]);
  });

  it("has a value for every token of the light theme", () => {
    expect([...values.keys()].sort()).toEqual([...tokens("light").keys()].sort());
  });
});
