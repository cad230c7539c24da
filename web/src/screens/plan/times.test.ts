import { describe, expect, it } from "vitest";
import { fromField, remindTimes, sendTimes, toField } from "./times";

const at = (text: string) => new Date(text).getTime();

describe("times to send at", () => {
  it("are tomorrow and Monday, at nine", () => {
    const wednesday = at("2026-11-18T15:20");
    expect(sendTimes(wednesday)).toEqual([
      { name: "tomorrow", at: at("2026-11-19T09:00") },
      { name: "monday", at: at("2026-11-23T09:00") },
    ]);
  });

  it("name tomorrow alone on a Sunday, which is Monday", () => {
    expect(sendTimes(at("2026-11-22T12:00")).map((one) => one.name)).toEqual(["tomorrow"]);
  });

  it("mean the Monday after on a Monday", () => {
    expect(sendTimes(at("2026-11-23T08:00"))[1]).toEqual({ name: "monday", at: at("2026-11-30T09:00") });
  });
});

describe("times to be reminded at", () => {
  it("offer this evening while it is far enough away", () => {
    expect(remindTimes(at("2026-11-18T10:00")).map((one) => one.name)).toContain("today");
    expect(remindTimes(at("2026-11-18T16:00")).map((one) => one.name)).not.toContain("today");
  });

  it("are all still to come", () => {
    const now = at("2026-11-18T23:59");
    expect(remindTimes(now).every((one) => one.at > now)).toBe(true);
  });
});

describe("a field for day and time", () => {
  it("gives back what it was given, to the minute", () => {
    const noon = at("2026-03-01T12:05");
    expect(fromField(toField(noon))).toBe(noon);
  });

  it("holds no time while it is empty", () => {
    expect(fromField("")).toBeNaN();
  });
});
