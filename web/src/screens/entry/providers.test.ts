// Ways to sign in besides the password, as the server tells of them.
import { expect, it } from "vitest";
import { addressOf, providersOf, reason } from "./providers";

it("has a button for each provider that the server tells of, in their order", () => {
  const told = '[{"name":"corp","text":"Work","color":""},{"name":"openid","text":"Other","color":"#123456"}]';
  expect(providersOf(told).map((one) => one.name)).toEqual(["corp", "openid"]);
  for (const none of [undefined, "", "{}", "not JSON"]) expect(providersOf(none)).toEqual([]);
});

it("leads back to the page that was asked for", () => {
  const back = (path: string, search: string) =>
    new URLSearchParams(addressOf("corp", path, search).split("?")[1]).get("redirect_to");
  expect(back("/crew/pl/abc", "")).toBe("/crew/pl/abc");
  expect(back("/login", "")).toBe("/");
  expect(back("/login", "?redirect_to=%2Foauth%2Fauthorize%3Fx%3D1")).toBe("/oauth/authorize?x=1");
});

it("begins each way where the server has it", () => {
  expect(addressOf("corp", "/crew", "")).toBe("/oauth/corp/login?redirect_to=%2Fcrew");
  expect(addressOf("saml", "/crew", "")).toBe("/login/sso/saml?redirect_to=%2Fcrew");
});

it("says why a sign-in came to nothing, with the code that the log has, and nothing else of the address", () => {
  expect(reason("")).toBeUndefined();
  expect(reason("?sign_in_error=provider_unreachable&code=abc123")).toMatch(/does not answer.*Code: abc123/);
  expect(reason("?sign_in_error=toString&code=%3Cb%3E")).toMatch(/administrator.$|Code: b$/);
  expect(reason("?sign_in_error=<script>&code=")).not.toContain("<");
});
