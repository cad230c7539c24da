// The files in a zip, read one by one: office files are zips. The browser itself inflates, so this is only the list.
// Written for hostile files: every place is checked, and what a file becomes is bounded.

const LIST_END = 0x06054b50;
const LISTED = 0x02014b50;
const LOCAL = 0x04034b50;
/** The end of the list may have a comment of 64 KiB behind it. */
const LIST_END_LEN = 22;
const COMMENT_LEN_MAX = 0xffff;
const STORED = 0;
const DEFLATED = 8;
/** More files than any document of people has. */
const FILES_MAX = 4_000;

interface Entry {
  readonly method: number;
  readonly length: number;
  readonly at: number;
}

export interface Zip {
  readonly names: readonly string[];
  /** The text of a file; nothing where there is none of the name.
   * @throws when it becomes longer than `bytesMax`, or cannot be read. */
  text(name: string, bytesMax: number): Promise<string | undefined>;
}

/** @throws {RangeError} when it is no zip. */
export function openZip(bytes: ArrayBuffer): Zip {
  const view = new DataView(bytes);
  const entries = listOf(view);
  return {
    names: [...entries.keys()],
    async text(name, bytesMax) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      const packed = bodyOf(view, entry);
      if (packed.length > bytesMax) throw new RangeError(`${name} is longer than ${bytesMax} bytes`);
      if (entry.method === STORED) return new TextDecoder().decode(packed);
      if (entry.method === DEFLATED) return inflated(packed, bytesMax);
      throw new RangeError(`${name} is packed by method ${entry.method}`);
    },
  };
}

function listOf(view: DataView): ReadonlyMap<string, Entry> {
  let end = view.byteLength - LIST_END_LEN;
  const least = Math.max(0, end - COMMENT_LEN_MAX);
  while (end >= least && view.getUint32(end, true) !== LIST_END) end -= 1;
  if (end < least) throw new RangeError("it has no list of files");
  const count = Math.min(view.getUint16(end + 10, true), FILES_MAX);
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  for (let number = 0; number < count && view.getUint32(at, true) === LISTED; number += 1) {
    const nameLen = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, nameLen));
    entries.set(name, {
      method: view.getUint16(at + 10, true),
      length: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + nameLen + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function bodyOf(view: DataView, { at, length }: Entry): Uint8Array<ArrayBuffer> {
  if (view.getUint32(at, true) !== LOCAL) throw new RangeError("a file is not where the list says");
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  return new Uint8Array(view.buffer as ArrayBuffer, start, length);
}

async function inflated(packed: Uint8Array<ArrayBuffer>, bytesMax: number): Promise<string> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  let left = bytesMax;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return text + decoder.decode();
    left -= value.length;
    if (left < 0) {
      await reader.cancel();
      throw new RangeError(`more than ${bytesMax} bytes come out of it`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
