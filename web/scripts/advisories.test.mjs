import { describe, expect, test } from "vitest";
import { verdict } from "./advisories.mjs";

const title = "Prototype pollution";
const url = "https://github.com/advisories/GHSA-0000-0000-0000";

describe("what npm says of advisories", () => {
  test("nothing is published against the packages", () => {
    expect(verdict('{"auditReportVersion":2,"vulnerabilities":{},"metadata":{}}')).toEqual({ found: [] });
  });

  test("each package is named with what is published against it, or what it stands on", () => {
    const vulnerabilities = {
      a: { name: "a", severity: "high", range: "<1.2.3", via: [{ title, url }] },
      b: { name: "b", severity: "low", range: "*", via: ["a"] },
    };
    expect(verdict(JSON.stringify({ vulnerabilities })).found).toEqual([
      `a <1.2.3 (high): ${title} ${url}`,
      "b * (low): by a",
    ]);
  });

  test("a registry that refuses or cannot be reached leaves it unknown", () => {
    for (const message of [
      "405 Method Not Allowed - POST https://registry",
      "request to https://x failed, reason: y",
    ]) {
      expect(verdict(JSON.stringify({ message, error: { summary: "", detail: "" } }))).toEqual({ unknown: message });
    }
  });

  test("npm that does not ask is no answer", () => {
    const summary = "This command requires an existing lockfile.";
    expect(verdict(JSON.stringify({ error: { code: "ENOLOCK", summary } }))).toEqual({ broken: summary });
    expect(verdict("").broken).toContain("JSON");
    expect(verdict("null")).toEqual({ broken: "null" });
  });
});
