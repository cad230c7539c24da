import { describe, expect, it } from "vitest";
import type { DialogElement } from "../../wire.gen";
import { faultOf, firstValue, sent } from "./answers";

const element = (part: Partial<DialogElement>): DialogElement => ({
  display_name: "Name",
  name: "name",
  type: "text",
  subtype: "",
  default: "",
  placeholder: "",
  help_text: "",
  optional: false,
  min_length: 0,
  max_length: 0,
  data_source: "",
  options: null,
  ...part,
});

describe("a field of a form", () => {
  it("begins with what the program says", () => {
    expect(firstValue(element({ type: "bool", default: "true" }))).toBe(true);
    expect(firstValue(element({ type: "select", multiselect: true, default: "a,b" }))).toEqual(["a", "b"]);
    expect(firstValue(element({ default: "x" }))).toBe("x");
  });

  it("is needed unless it is optional", () => {
    for (const type of ["text", "textarea", "select", "radio", "date"]) {
      expect(faultOf(element({ type }), "")).toEqual({ kind: "required" });
      expect(faultOf(element({ type, optional: true }), "")).toBeUndefined();
    }
    expect(faultOf(element({ type: "bool" }), false)).toEqual({ kind: "required" });
    expect(faultOf(element({ type: "select", multiselect: true }), [])).toEqual({ kind: "required" });
  });

  it("keeps to its length and its shape", () => {
    expect(faultOf(element({ min_length: 3 }), "ab")).toEqual({ kind: "tooShort", count: 3 });
    expect(faultOf(element({ max_length: 3 }), "abcd")).toEqual({ kind: "tooLong", count: 3 });
    expect(faultOf(element({ subtype: "email" }), "nobody")).toEqual({ kind: "wrongEmail" });
    expect(faultOf(element({ subtype: "number" }), "1.5")).toBeUndefined();
    expect(faultOf(element({ subtype: "url" }), "javascript:alert(1)")).toEqual({ kind: "wrongUrl" });
  });

  it("travels as what it is", () => {
    expect(sent(element({ subtype: "number" }), "7")).toBe(7);
    expect(sent(element({ type: "bool" }), true)).toBe(true);
    expect(sent(element({ type: "select" }), "")).toBeUndefined();
    expect(sent(element({ type: "datetime" }), "2026-01-02T03:04:00Z")).toBe("2026-01-02T03:04:00.000Z");
  });
});
