import { expect, it } from "vitest";
import { toKeep } from "./spoken";

const FILES = [
  "/assets/base-1.js",
  "/assets/words-fr-2.js",
  "/assets/words-pt_BR-2.js",
  "/assets/words-pt_BR_console-2.js",
];

it("keeps no words that nobody has asked for", () => {
  expect(toKeep(FILES, [])).toEqual(["/assets/base-1.js"]);
});

it("keeps the words that the version before had, part by part", () => {
  expect(toKeep(FILES, ["/assets/words-pt_BR-1.js", "/index.html"])).toEqual([
    "/assets/base-1.js",
    "/assets/words-pt_BR-2.js",
  ]);
});
