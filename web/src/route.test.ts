import { describe, expect, it } from "vitest";
import { inviteOf, parse, withInvite } from "./route";

describe("an address that the server mails", () => {
  it.each([
    ["/signup_user_complete/", "?t=secret", { screen: "signup", invite: { id: "", token: "secret" } }],
    ["/signup_user_complete/", "?id=link", { screen: "signup", invite: { id: "link", token: "" } }],
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
