// Messages come out as their languages write them, and a wrong catalogue is refused.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { format, formatParts, MessageError, parse } from "./icu";

const say = (text: string, values: Record<string, string | number> = {}, locale = "en") =>
  format(parse(text), locale, values);

describe("messages", () => {
  it("put values where their names are", () => {
    expect(say("Hello {name}, welcome to {team}", { name: "Ann", team: "North" })).toBe("Hello Ann, welcome to North");
  });

  it("choose the plural of the language", () => {
    const text = "{n, plural, =0 {nobody} one {# person} other {# people}}";
    expect([0, 1, 2, 1200].map((n) => say(text, { n }))).toEqual(["nobody", "1 person", "2 people", "1,200 people"]);
  });

  it("count inside a select inside a plural", () => {
    const text = "{n, plural, one {{who, select, me {my # reply} other {# reply}}} other {# replies}}";
    expect(say(text, { n: 1, who: "me" })).toBe("my 1 reply");
  });

  it("write numbers as the language does", () => {
    expect(say("{n, number}", { n: 12345.5 }, "de")).toBe("12.345,5");
  });

  it("keep apostrophes, and quoted braces as text", () => {
    expect(say("It's {n} o''clock, '{'really'}'", { n: 5 })).toBe("It's 5 o'clock, {really}");
  });

  it("show the name of a value that is missing rather than fail", () => {
    expect(say("Hello {name}")).toBe("Hello {name}");
  });

  it("let elements through untouched", () => {
    const element = { tag: "b" };
    expect(formatParts(parse("by {who}!"), "en", { who: element })).toEqual(["by ", element, "!"]);
  });

  it.each(["{", "}", "{a, plural, one {x}}", "{a, colour}", "{a, select, other {x}", "'{"])("refuse %s", (text) => {
    expect(() => parse(text)).toThrow(MessageError);
  });

  it("never fail in any other way, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        try {
          format(parse(text), "en", { a: 1 });
        } catch (problem) {
          expect(problem).toBeInstanceOf(MessageError);
        }
      }),
    );
  });
});
