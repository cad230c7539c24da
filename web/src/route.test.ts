import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inviteOf, parse, signInFor, wantedOf, withInvite } from "./route";

describe("an address that the server mails", () => {
  it.each([
    ["/signup_user_complete/", "?t=secret", { screen: "signup", invite: { id: "", token: "secret" } }],
    ["/signup_user_complete/", "?id=link", { screen: "signup", invite: { id: "link", token: "" } }],
    ["/login/one_time_link", "?t=secret", { screen: "link", token: "secret" }],
    ["/reset_password_complete", "?token=secret", { screen: "reset", token: "secret" }],
    [
      "/do_verify_email",
      "?token=secret&email=ann%2Bone%40example.com",
      { screen: "verify", token: "secret", email: "ann+one@example.com" },
    ],
  ])("opens its page: %s%s", (path, search, route) => {
    expect(parse(path, search)).toEqual(route);
  });
});

describe("an invitation", () => {
  it.each(["?t=secret", "?id=link"])("goes on from making an account to signing in: %s", (search) => {
    const invite = inviteOf(parse("/signup_user_complete/", search));
    const address = new URL(withInvite("/login", invite), "http://here");
    expect(parse(address.pathname, address.search)).toEqual({ screen: "login", invite });
  });

  it("is none without a link and a token", () => {
    expect(inviteOf(parse("/login", ""))).toBeUndefined();
    expect(withInvite("/signup", undefined)).toBe("/signup");
  });

  it("is none in a team of that name", () => {
    expect(inviteOf(parse("/crew", "?id=link"))).toBeUndefined();
  });
});

describe("the address of a page", () => {
  const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((hit) => hit[1] ?? "");
  const pages = found(readFileSync("src/route.ts", "utf8"), /first === "(\w+)"/g);
  const rules = readFileSync("../crates/rules/src/teams.rs", "utf8");
  const [words = ""] = found(rules, /RESERVED_STARTS: &\[&str\] = &\[([^\]]+)\]/g);
  const reserved = found(words, /"(\w+)"/g);
  /** As the server has it: names with one underscore are none. */
  const isName = (name: string) => /^[a-z0-9]+([a-z0-9-]+|(__)?)[a-z0-9]+$/.test(name);

  it("is no team's, which would be out of reach behind it", () => {
    expect([pages.length > 8, reserved.length > 8]).toEqual([true, true]);
    const taken = pages.filter((page) => isName(page) && !reserved.some((start) => page.startsWith(start)));
    expect(taken).toEqual([]);
  });

  it("names a thread alone", () => {
    expect(parse("/crew/thread/abc", "")).toEqual({ screen: "thread", team: "crew", root: "abc" });
  });
});

describe("what is wanted before somebody is in", () => {
  it("is gone on to from the sign-in page", () => {
    const through = (path: string) => wantedOf(new URL(signInFor(path), "http://here").search);
    for (const path of ["/", "/crew/pl/abc", "/crew/channels/quay?x=1", "/oauth/authorize?client_id=a&state=b%26c"])
      expect(through(path)).toBe(path);
    expect(signInFor("/")).toBe("/login");
  });

  it("is a page of this site and no other", () => {
    for (const asked of [
      "https://evil.test/",
      "//evil.test",
      "/\\evil.test",
      "javascript:alert(1)",
      "evil",
      "\\\\evil",
    ])
      expect(wantedOf(`?${new URLSearchParams({ redirect_to: asked })}`)).toBe("/");
    expect(wantedOf("")).toBe("/");
  });
});
