import { describe, expect, it } from "vitest";
import type { Post } from "../../wire.gen";
import { messageOf, pollOf, pressesOf, wordsOf } from "./poll";

const voted = (...given: readonly (readonly [string, string])[]) =>
  given.map(([user_id, emoji_name]) => ({ user_id, emoji_name }));
const post = (message: string, reactions: object[] = [], poll: unknown = "one") =>
  ({ message, props: { poll }, metadata: { reactions } }) as unknown as Post;

describe("a poll", () => {
  const message = messageOf("Which berth?", ["Four", "Five\n or six"]);

  it("is a message that every client shows", () => {
    expect(message).toBe("**Which berth?**\n:one: Four\n:two: Five or six");
  });

  it("counts reactions as votes, and others as none", () => {
    const poll = pollOf(post(message, voted(["ann", "one"], ["ben", "two"], ["cleo", "two"], ["ann", "tada"])));
    expect(poll?.question).toBe("**Which berth?**");
    expect(poll?.options.map(({ text, voters }) => [text, voters])).toEqual([
      ["Four", ["ann"]],
      ["Five or six", ["ben", "cleo"]],
    ]);
  });

  it("is none without its mark, with one option, or after it was written anew", () => {
    expect(pollOf(post(message, [], null))).toBeUndefined();
    expect(pollOf(post("**Which?**\n:one: Four"))).toBeUndefined();
    expect(pollOf(post("**Which?**\n:one: Four\n:one: Five"))).toBeUndefined();
    expect(pollOf(post(":one: Four\n:two: Five"))).toBeUndefined();
    expect(pollOf(post("Settled."))).toBeUndefined();
  });

  it("takes back the answer before where one counts", () => {
    const one = pollOf(post(message, voted(["ann", "one"])));
    const many = pollOf(post(message, voted(["ann", "one"]), "many"));
    if (!one || !many) throw new Error("these are polls");
    expect(pressesOf(one, "two", "ann")).toEqual(["one", "two"]);
    expect(pressesOf(one, "one", "ann")).toEqual(["one"]);
    expect(pressesOf(many, "two", "ann")).toEqual(["two"]);
  });

  it("is begun by words after the command", () => {
    expect(wordsOf('"Which berth?" "Four" “Five”')).toEqual({ question: "Which berth?", options: ["Four", "Five"] });
    expect(wordsOf(" Which berth? ")).toEqual({ question: "Which berth?", options: [] });
    expect(wordsOf("")).toEqual({ question: "", options: [] });
  });
});
