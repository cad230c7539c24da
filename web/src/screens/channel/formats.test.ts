import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FORMATS, type FormatName, formatted } from "./formats";

/** The selection stands between bars. */
function on(name: FormatName, marked: string): string {
  const from = marked.indexOf("|");
  const to = marked.indexOf("|", from + 1) - 1;
  const value = marked.replaceAll("|", "");
  const edit = formatted(name, { value, from, to });
  const text = value.slice(0, edit.from) + edit.text + value.slice(edit.to);
  return `${text.slice(0, edit.selectFrom)}|${text.slice(edit.selectFrom, edit.selectTo)}|${text.slice(edit.selectTo)}`;
}

describe("a format", () => {
  it.each<[FormatName, string, string]>([
    ["bold", "so |much| more", "so **|much|** more"],
    ["bold", "so **|much|** more", "so |much| more"],
    ["bold", "so |**much**| more", "so |much| more"],
    ["bold", "so || more", "so **||** more"],
    ["italic", "so| much| more", "so _|much|_ more"],
    ["strike", "|no|", "~~|no|~~"],
    ["code", "run |ls|", "run `|ls|`"],
    ["heading", "a\nti|tl|e\nb", "a\n### title||\nb"],
    ["heading", "### ti|tl|e", "title||"],
    ["quote", "a|\n|b", "|> a\n> b|"],
    ["quote", "|> a\n> b|", "|a\nb|"],
    ["bullets", "|one\ntwo|", "|- one\n- two|"],
    ["numbers", "|one\ntwo\nthree|", "|1. one\n2. two\n3. three|"],
    ["numbers", "|1. one\n2. two|", "|one\ntwo|"],
    ["codeBlock", "see\n|ls\nps|", "see\n```||\nls\nps\n```"],
    ["codeBlock", "|```\nls\n```|", "|ls|"],
    ["link", "see |the plan|", "see [the plan](|https://|)"],
    ["link", "see |https://a.test/b|", "see [||](https://a.test/b)"],
  ])("%s on %j", (name, before, after) => {
    expect(on(name, before)).toBe(after);
  });

  it("is taken away by the same press that gave it, for marks around words", () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(
        fc.constantFrom<FormatName>("bold", "italic", "strike", "code"),
        word,
        word,
        word,
        (name, a, b, c) => {
          const once = on(name, `${a} |${b}| ${c}`);
          expect(on(name, once)).toBe(`${a} |${b}| ${c}`);
        },
      ),
    );
  });

  it("has a key of its own, or none", () => {
    const keys = FORMATS.flatMap((one) => one.keys ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
