import { expect, it } from "vitest";
import { readReminder } from "./reminder";
import { toField } from "./times";

const NOW = new Date("2026-11-18T15:20").getTime();
const read = (words: string, locale = "en") => {
  const found = readReminder(words, NOW, locale);
  return found && [found.what, toField(found.at)];
};

it.each([
  ["call Ben tomorrow at 9", "call Ben", "2026-11-19T09:00"],
  ["me to call Ben in 2 hours", "call Ben", "2026-11-18T17:20"],
  ["in 2 hours to call Ben", "call Ben", "2026-11-18T17:20"],
  ["next monday water the plants at the quay", "water the plants at the quay", "2026-11-23T09:00"],
  ["tomorrow at 9", "", "2026-11-19T09:00"],
])("parts what from when: %s", (words, what, at) => {
  expect(read(words)).toEqual([what, at]);
});

it("parts them in German too", () => {
  expect(read("mich an die Boje nächsten Montag um 8", "de")).toEqual(["die Boje", "2026-11-23T08:00"]);
});

it("finds no time where none is said", () => {
  expect(read("call Ben")).toBeUndefined();
});
