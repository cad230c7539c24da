import { describe, expect, it } from "vitest";
import { languageOf } from "./written";

const file = (name: string, mime_type = "application/octet-stream", size = 100) => ({
  name,
  mime_type,
  size,
  extension: name.includes(".") ? (name.split(".").at(-1) ?? "") : "",
});

describe("what can be read in place", () => {
  it.each([
    ["main.rs", "rs"],
    ["Rota.PY", "py"],
    ["parser.hpp", "cpp"],
    ["notes.txt", ""],
    ["Dockerfile", "dockerfile"],
  ])("%s in %j", (name, language) => {
    expect(languageOf(file(name))).toBe(language);
  });

  it("is any text, as its kind says", () => {
    expect(languageOf(file("README", "text/plain"))).toBe("");
  });

  it("is neither what is no text nor what is too long", () => {
    expect(languageOf(file("film.bin"))).toBeUndefined();
    expect(languageOf(file("constructor"))).toBeUndefined();
    expect(languageOf(file("x.constructor"))).toBeUndefined();
    expect(languageOf(file("main.rs", "text/plain", 300_000))).toBeUndefined();
  });
});
