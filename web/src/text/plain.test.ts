import { describe, expect, it } from "vitest";
import { parse } from "./parse";
import { letters, lined } from "./plain";

const FACES: Readonly<Record<string, string>> = { tada: "🎉" };
const inLetters = (text: string) => letters(lined(parse(text)), (name) => FACES[name]);

describe("a message in one line", () => {
  it.each([
    ["**Done** :tada: and :beacon:", "Done 🎉 and :beacon:"],
    ["see [the plan](https://a.test) by @ann in ~pier #now", "see the plan by @ann in ~pier #now"],
    ["# Head\n\n- one\n- two\n\n> said\n> so", "Head one two said so"],
    ["```rust\nlet a = 1;\nlet b = 2;\n```", "let a = 1; let b = 2;"],
    ["| a | b |\n| --- | --- |\n| c | :tada: |", "a b c 🎉"],
    ["one\ntwo\n\n---\n\nthree", "one two  three"],
    ["![the pier](https://a.test/x.png)", "the pier"],
  ])("%j", (text, line) => {
    expect(inLetters(text)).toBe(line);
  });
});
