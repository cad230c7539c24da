// The text that the forms write is what the server reads, and what is pasted comes back as it was.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BLANK, environmentOf, faultsOf, PRODUCTS, type Provider, tomlOf } from "./provider-file";
import { readProviders, Unread } from "./provider-text";

const good: Provider = { ...BLANK, name: "work", issuer: "https://id.example.test", client_id: "chat" };
const rust = readFileSync("../crates/config/src/sections/sign_in.rs", "utf8");

describe("the keys of a provider", () => {
  it("are those of the server, in its order and with its defaults", () => {
    const table = /table! \{([\s\S]*?)\n\}/.exec(rust)?.[1] ?? "";
    const keys = [...table.matchAll(/^ {8}(\w+): ([\w<>:]+) = (.*);$/gm)];
    expect(keys.map(([, key]) => key)).toEqual(Object.keys(BLANK));
    const switches = keys.filter(([, , type]) => type === "bool").map(([, key, , value]) => [key, value === "true"]);
    expect(switches).toEqual(Object.entries(BLANK).filter(([, value]) => typeof value === "boolean"));
  });

  it("have the products of the server, as it calls them", () => {
    const told = [...rust.matchAll(/Preset::(\w+) => "(.*)",/g)].map(([, preset = "", product]) => [
      preset.toLowerCase(),
      product,
    ]);
    const ours = Object.entries(PRODUCTS).map(([preset, { product }]) => [preset, product]);
    expect(told.sort()).toEqual(ours.sort());
    for (const { issuer } of Object.values(PRODUCTS)) if (issuer) expect(rust).toContain(`"${issuer}"`);
  });
});

describe("what the server would refuse", () => {
  it.each([
    [{ name: "" }, { name: "wrongName" }],
    [{ name: "Work" }, { name: "wrongName" }],
    [{ name: "ldap" }, { name: "wrongNameTaken" }],
    [{ issuer: "http://id.example.test" }, { issuer: "wrongIssuer" }],
    [{ issuer: "http://127.0.0.1.evil" }, { issuer: "wrongIssuer" }],
    [{ issuer: "https://a@b" }, { issuer: "wrongIssuer" }],
    [{ issuer: "http://[::1]:8/" }, {}],
    [{ issuer: "", preset: "google" }, {}],
    [{ issuer: "" }, { issuer: "wrongIssuer" }],
    [{ client_id: "" }, { client_id: "wrongEmpty" }],
    [{ roles: ["ops"] }, { roles: "wrongPairs" }],
    [{ teams: ["*=crew", "=x"] }, { teams: "wrongPairs" }],
    [{ scopes: ["email"] }, { scopes: "wrongScopes" }],
    [{ button_color: "red" }, { button_color: "wrongColor" }],
  ] as const)("%j", (change, faults) => {
    const one = { ...good, ...change } as Provider;
    expect(faultsOf(one, [one])).toEqual(faults);
  });

  it("is a name that two have", () => {
    expect(faultsOf(good, [good, { ...good }])).toEqual({ name: "wrongNameTwice" });
  });
});

describe("the text", () => {
  const whole: Provider = {
    ...good,
    preset: "okta",
    client_secret: 'it\'s "a" \\ secret # of ours',
    required_groups: ["staff", "night, shift"],
    create_accounts: false,
  };

  it("says what differs, in the order of the forms", () => {
    const second = { ...good, name: "other" };
    expect(tomlOf({ providers: [good, second], showPasswordForm: true })).toBe(
      '[[sign_in.providers]]\nname = "work"\nissuer = "https://id.example.test"\nclient_id = "chat"\n\n' +
        '[[sign_in.providers]]\nname = "other"\nissuer = "https://id.example.test"\nclient_id = "chat"\n',
    );
  });

  it.each([
    ["file", tomlOf],
    ["environment", environmentOf],
  ])("of the %s comes back as it was", (_, write) => {
    for (const showPasswordForm of [true, false]) {
      const all = { providers: [whole, good], showPasswordForm };
      expect(readProviders(write(all))).toEqual(all);
    }
  });

  it("is read with remarks, lists over lines and the tables of others", () => {
    const text = `[service]\nsite_url = "https://x"\n\n[[sign_in.providers]] # ours\nname = 'work'
      required_groups = [\n  "a#b", # not a remark\n  "c",\n]\n\n[log]\nlevel = "info"`;
    expect(readProviders(text).providers).toEqual([{ ...BLANK, name: "work", required_groups: ["a#b", "c"] }]);
  });

  it("with a key that is none is not taken", () => {
    expect(() => readProviders('[[sign_in.providers]]\nissuerr = "x"')).toThrow(Unread);
    expect(() => readProviders("[[sign_in.providers]]\ncreate_accounts = 1")).toThrow(Unread);
    expect(() => readProviders('[{"name": 4}]')).toThrow(Unread);
    expect(readProviders("nothing of it").providers).toEqual([]);
  });
});
