// A small zip, as programs of others would leave it.
import { crc32, deflateRawSync } from "node:zlib";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const STORED = 0;
const DEFLATED = 8;
/** The first of January 1980, the earliest that a zip can say. */
const DATE = 0x21;

/** `fields` are pairs of size in bytes and value. */
function packed(fields) {
  const bytes = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}

/** A zip with these files, each a name and what is in it; `deflated` says whether they are packed. */
export function zipOf(files, { deflated = false } = {}) {
  const locals = [];
  const listed = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const [label, body] = [Buffer.from(name), Buffer.from(content)];
    const inside = deflated ? deflateRawSync(body) : body;
    // Version, flags, method, time, date; checksum, both sizes, lengths of the name and of what is beside it.
    const head = [
      ...[deflated ? 20 : 10, 0, deflated ? DEFLATED : STORED, 0, DATE].map((value) => [2, value]),
      ...[crc32(body), inside.length, body.length].map((value) => [4, value]),
      ...[label.length, 0].map((value) => [2, value]),
    ];
    const local = Buffer.concat([packed([[4, LOCAL], ...head]), label, inside]);
    const place = [...[0, 0, 0].map((value) => [2, value]), [4, 0], [4, at]];
    locals.push(local);
    listed.push(packed([[4, CENTRAL], [2, 20], ...head, ...place]), label);
    at += local.length;
  }
  const count = locals.length;
  const list = Buffer.concat(listed);
  const end = [...[0, 0, count, count].map((value) => [2, value]), [4, list.length], [4, at], [2, 0]];
  return Buffer.concat([...locals, list, packed([[4, END], ...end])]);
}
