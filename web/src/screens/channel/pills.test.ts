// What stands for somebody or something in a text that is being written.
import { expect, it } from "vitest";
import { PILLS_LEN_MAX, pillsOf } from "./pills";

const marked = (text: string) => pillsOf(text).map(({ from, to }) => text.slice(from, to));

it("finds people, channels and emoji by their signs", () => {
  expect(marked("@tomas. See ~quay-2, (@Mara) :tada: and :+1:")).toEqual([
    "@tomas",
    "~quay-2",
    "@Mara",
    ":tada:",
    ":+1:",
  ]);
  expect(pillsOf("@Mara")).toEqual([{ from: 0, to: 5, kind: "mention", name: "mara" }]);
});

it("finds nothing inside words, addresses and code", () => {
  expect(marked("ann@example.test a~b ~~gone~~ 12:30:15 x")).toEqual([":30:"]);
  expect(marked("`@tomas` and\n```\n:tada: @mara\n")).toEqual([]);
});

it("leaves long texts alone", () => {
  expect(marked(`@tomas ${"x".repeat(PILLS_LEN_MAX)}`)).toEqual([]);
});
