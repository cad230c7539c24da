// Zips of office programs, and of those who mean harm.
import { deflateRawSync } from "node:zlib";
import { expect, it } from "vitest";
import { openZip } from "./zip";

const BYTES_MAX = 1_000_000;

/** A zip of one packed file, whose list says what `lie` says of it. */
function zip(name: string, content: string, lie: { method?: number; length?: number; at?: number } = {}): ArrayBuffer {
  const packed = deflateRawSync(Buffer.from(content));
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50);
  local.writeUInt16LE(name.length, 26);
  const listed = Buffer.alloc(46);
  listed.writeUInt32LE(0x02014b50);
  listed.writeUInt16LE(lie.method ?? 8, 10);
  listed.writeUInt32LE(lie.length ?? packed.length, 20);
  listed.writeUInt16LE(name.length, 28);
  listed.writeUInt32LE(lie.at ?? 0, 42);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return new Uint8Array(Buffer.concat([local, Buffer.from(name), packed, listed, Buffer.from(name), end])).buffer;
}

it("gives the text of a file by its name", async () => {
  const opened = openZip(zip("word/document.xml", "grüße"));
  expect(opened.names).toEqual(["word/document.xml"]);
  expect(await opened.text("word/document.xml", BYTES_MAX)).toBe("grüße");
  expect(await opened.text("else", BYTES_MAX)).toBeUndefined();
});

it("inflates no more than is asked for", async () => {
  const opened = openZip(zip("a", "x".repeat(5_000_000)));
  await expect(opened.text("a", BYTES_MAX)).rejects.toThrow("more than 1000000 bytes");
});

it("refuses what is no zip, and a list that leads elsewhere", async () => {
  for (const text of ["", "PK\x03\x04 not a zip at all", "x".repeat(100)])
    expect(() => openZip(new Uint8Array(Buffer.from(text)).buffer)).toThrow(RangeError);
  for (const lie of [{ at: 7 }, { at: 4_000_000_000 }, { length: 4_000_000_000 }, { method: 99 }])
    await expect(openZip(zip("a", "b", lie)).text("a", BYTES_MAX), JSON.stringify(lie)).rejects.toThrow(RangeError);
});
