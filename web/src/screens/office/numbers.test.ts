import { expect, it } from "vitest";
import { shownNumber } from "./numbers";

it.each([
  ["0.30000000000000004", false, "0.3"],
  ["1200", false, "1200"],
  ["46113", true, "2026-04-01"],
  ["46113.75", true, "2026-04-01 18:00"],
  ["-3", true, "-3"],
  ["9e99", true, "9e+99"],
  ["", true, ""],
  ["#REF!", false, "#REF!"],
])("%s, of a date: %s", (value, isDate, shown) => {
  expect(shownNumber(value, isDate)).toBe(shown);
});
