// The console's pure parts: names as words, settings as fields, log lines as data.

import { describe, expect, it } from "vitest";
import { fieldsOf, kindOf, patchOf, read, written } from "./config";
import { parseLine } from "./log-lines";
import { grouped, readable } from "./names";

describe("names", () => {
  it("read as words, with abbreviations and brands as they are written", () => {
    const names = [
      "create_public_channel",
      "MaxUsersPerTeam",
      "SiteURL",
      "EnableAPIv4",
      "EnableOAuthServiceProvider",
      "LdapSettings",
    ];
    expect(names.map(readable)).toEqual([
      "Create public channel",
      "Max users per team",
      "Site URL",
      "Enable API v4",
      "Enable OAuth service provider",
      "LDAP settings",
    ]);
  });

  it("of permissions stand in groups, none twice", () => {
    const groups = grouped(["create_post", "join_public_channels", "manage_system", "something"]);
    expect(groups).toEqual([
      ["channels", ["join_public_channels"]],
      ["posts", ["create_post"]],
      ["console", ["manage_system"]],
      ["other", ["something"]],
    ]);
  });
});

describe("settings", () => {
  const settings = {
    TeamSettings: { SiteName: "Muster", MaxUsersPerTeam: 50, EnableUserCreation: true, Names: ["a", "b"] },
    SqlSettings: { AtRestEncryptKey: "*".repeat(32), Nested: { a: 1 } as unknown as string },
  };

  it("are fields by the kind of their value", () => {
    expect(fieldsOf(settings, {}, "TeamSettings").map((field) => field.kind)).toEqual([
      "text",
      "number",
      "switch",
      "list",
    ]);
    expect(fieldsOf(settings, {}, "SqlSettings").map((field) => field.name)).toEqual(["AtRestEncryptKey"]);
    expect(kindOf("AtRestEncryptKey", "*".repeat(32))).toBe("secret");
  });

  it("of the environment are marked", () => {
    const pinned = { TeamSettings: { SiteName: true } };
    expect(fieldsOf(settings, pinned, "TeamSettings")[0]?.pinned).toBe(true);
  });

  it("are read in their own type, or refused", () => {
    expect(["12", " 7 ", "1.5", "", "x"].map((text) => read("number", text))).toEqual([
      12,
      7,
      undefined,
      undefined,
      undefined,
    ]);
    expect(read("list", "a, b\n c\n")).toEqual(["a", "b", "c"]);
    expect(written(["a", "b"])).toBe("a\nb");
  });

  it("that changed are one body by section", () => {
    const changes = new Map<string, string | number>([
      ["TeamSettings.SiteName", "Harbour"],
      ["TeamSettings.MaxUsersPerTeam", 80],
      ["LogSettings.Level", "info"],
    ]);
    expect(patchOf(changes)).toEqual({
      TeamSettings: { SiteName: "Harbour", MaxUsersPerTeam: 80 },
      LogSettings: { Level: "info" },
    });
  });
});

describe("a line of the log", () => {
  it("is data when it is JSON", () => {
    const line = '{"timestamp":"2026-01-02T03:04:05Z","level":"WARN","fields":{"message":"slow","duration_ms":12}}';
    expect(parseLine(line)).toEqual({
      at: "2026-01-02T03:04:05Z",
      level: "warn",
      message: "slow",
      rest: "duration_ms=12",
    });
  });

  it("is read as a console writes it", () => {
    expect(parseLine("2026-01-02T03:04:05Z  INFO serving address=127.0.0.1")).toEqual({
      at: "2026-01-02T03:04:05Z",
      level: "info",
      message: "serving address=127.0.0.1",
      rest: "",
    });
  });

  it("is shown as it is when it is anything else", () => {
    expect(parseLine("panicked at").message).toBe("panicked at");
  });
});
