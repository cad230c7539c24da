import { describe, expect, it } from "vitest";
import { forwardedBy } from "./forwarded";

const SITE = "https://chat.test";
const ID = "abcdefghijklmnopqrstuvwxyz";
const by = (message: string, embed?: object) =>
  forwardedBy(
    { message, metadata: embed ? { embeds: [{ type: "permalink", data: embed }] } : {} } as Parameters<
      typeof forwardedBy
    >[0],
    SITE,
  );

describe("a message that passes another one on", () => {
  it.each([
    [`${SITE}/pier/pl/${ID}`, ""],
    [`Look at this:\n\n${SITE}/_redirect/pl/${ID}\n`, "Look at this:"],
  ])("says what was said about it, without the link: %j", (message, words) => {
    expect(by(message)).toEqual({ words, postId: ID, preview: undefined });
  });

  it("is known by what the server shows of it, where the server has another address", () => {
    const preview = { post_id: ID };
    expect(by(`https://other.test/pier/pl/${ID}`, preview)?.preview).toBe(preview);
  });

  it.each([
    `https://other.test/pier/pl/${ID}`,
    `${SITE}/pier/pl/short`,
    `${SITE}/pier/pl/${ID} is the one`,
    `[here](${SITE}/pier/pl/${ID})`,
    `${SITE}/pier/pl/${ID}\nthat one`,
  ])("is none where the last line is no link to a message here: %j", (message) => {
    expect(by(message)).toBeUndefined();
  });
});
