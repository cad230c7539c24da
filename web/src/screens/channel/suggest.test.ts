import { afterEach, describe, expect, it, vi } from "vitest";
import { askedBy, COMMANDS_KEPT_MS, suggest } from "./suggest";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("what the text before the caret asks for", () => {
  it.each([
    ["hello @an", { kind: "@", term: "an", from: 6 }],
    ["@", { kind: "@", term: "", from: 0 }],
    ["see ~town", { kind: "~", term: "town", from: 4 }],
    ["nice :tad", { kind: ":", term: "tad", from: 5 }],
    ["/rem", { kind: "/", term: "rem", from: 0 }],
  ])("%s", (before, asked) => {
    expect(askedBy(before)).toEqual(asked);
  });

  it.each(["mail@example", "12:30", "~~gone~~", "so ~~", "a / b", ":)", "done."])("nothing: %s", (before) => {
    expect(askedBy(before)).toBeUndefined();
  });
});

it("a command that was made since is offered, and one that was removed is not", async () => {
  vi.useFakeTimers();
  const command = (trigger: string) => ({ trigger, auto_complete: true });
  let there = [command("tide")];
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(there)));
  const offered = async () => {
    const found = await suggest({ kind: "/", term: "", from: 0 }, { teamId: "t1", channelId: "c1" });
    return found.map((one) => one.key);
  };
  expect(await offered()).toEqual(["poll", "remind", "tide"]);
  there = [command("moon")];
  expect(await offered()).toEqual(["poll", "remind", "tide"]);
  vi.setSystemTime(Date.now() + COMMANDS_KEPT_MS);
  expect(await offered()).toEqual(["moon", "poll", "remind"]);
});

it("people whose names begin with the term are offered before those who have it further inside", async () => {
  const user = (username: string, first_name = "") => ({
    id: username,
    username,
    first_name,
    last_name: "",
    nickname: "",
    delete_at: 0,
  });
  const users = [user("abbot"), user("jumbo"), user("rose.bond"), user("zed", "Bobby")];
  vi.stubGlobal(
    "fetch",
    async () => new Response(JSON.stringify({ users, out_of_channel: [user("bo"), user("limbo")] })),
  );
  const found = await suggest({ kind: "@", term: "bo", from: 0 }, { teamId: "t1", channelId: "c1" });
  expect(found.map((one) => one.key)).toEqual(["rose.bond", "zed", "bo", "abbot", "jumbo", "limbo"]);
});
