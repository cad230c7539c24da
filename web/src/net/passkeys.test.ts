// Bytes as the server writes them, and the pages that can have passkeys at all.

import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bytesOf, hasPasskeys, textOf } from "./passkeys";

afterEach(() => vi.unstubAllGlobals());

describe("bytes", () => {
  it("survive the way to the server and back", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = textOf(new Uint8Array(bytes).buffer);
        expect(text).toMatch(/^[A-Za-z0-9_-]*$/);
        expect([...bytesOf(text)]).toEqual([...bytes]);
      }),
    );
  });

  it("are written without padding", () => {
    expect(textOf(new Uint8Array([255, 254]).buffer)).toBe("__4");
  });
});

describe("passkeys", () => {
  it("are there for the server's own address, in browsers that know them", () => {
    expect(hasPasskeys(location.origin)).toBe(false);
    vi.stubGlobal("PublicKeyCredential", class {});
    vi.stubGlobal("navigator", { credentials: {} });
    expect(hasPasskeys(location.origin)).toBe(true);
    for (const address of [undefined, "", "no address", "https://elsewhere.test"])
      expect(hasPasskeys(address)).toBe(false);
    vi.stubGlobal("location", { origin: "http://127.0.0.1:8065" });
    expect(hasPasskeys("http://127.0.0.1:8065")).toBe(false);
  });
});
