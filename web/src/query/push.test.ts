// A subscription as the device of a session, as the server reads it.
import { describe, expect, it } from "vitest";
import { deviceOf } from "./push";

const subscription = (endpoint: string) => ({
  toJSON: () => ({ endpoint, keys: { auth: "s".repeat(22), p256dh: "k".repeat(87) } }),
});

describe("a subscription", () => {
  it("is told in one text: secret, key, address", () => {
    const device = deviceOf(subscription("https://push.example.test/send/1"));
    expect(device).toBe(`webpush:${"s".repeat(22)}${"k".repeat(87)}push.example.test/send/1`);
  });

  it("is none where the server could not reach it or keep it", () => {
    expect(() => deviceOf(subscription("http://push.example.test/send/1"))).toThrow();
    expect(() => deviceOf(subscription(`https://push.example.test/${"x".repeat(400)}`))).toThrow();
  });
});
