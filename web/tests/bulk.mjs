// A small bulk file, as another server would leave it: lines of JSON in a zip that packs nothing; and how it is brought in.
import { crc32 } from "node:zlib";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** The first of January 1980, the earliest that a zip can say. */
const DATE = 0x21;

/** `fields` are pairs of size in bytes and value. */
function packed(fields) {
  const bytes = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}

/** A zip with one file in it. */
function zipOf(name, content) {
  const [label, body] = [Buffer.from(name), Buffer.from(content)];
  // Version, flags, method, time, date; checksum, both sizes, lengths of the name and of what is beside it.
  const head = [
    ...[10, 0, 0, 0, DATE].map((value) => [2, value]),
    ...[crc32(body), body.length, body.length].map((value) => [4, value]),
    ...[label.length, 0].map((value) => [2, value]),
  ];
  const file = Buffer.concat([packed([[4, LOCAL], ...head]), label, body]);
  const inside = [...[0, 0, 0].map((value) => [2, value]), [4, 0], [4, 0]];
  const list = Buffer.concat([packed([[4, CENTRAL], [2, 20], ...head, ...inside]), label]);
  const end = [...[0, 0, 1, 1].map((value) => [2, value]), [4, list.length], [4, file.length], [2, 0]];
  return Buffer.concat([file, list, packed([[4, END], ...end])]);
}

/** A bulk file of these lines, each a kind and what it is about. */
export function bulkOf(lines) {
  const all = [{ type: "version", version: 1 }, ...lines.map(([kind, about]) => ({ type: kind, [kind]: about }))];
  return zipOf("import.jsonl", all.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** Sends a bulk file to a server, where it waits; the name that it has there. */
export async function sendBulk(api, filename, lines) {
  const file = bulkOf(lines);
  const upload = await api.post("/uploads", { type: "import", filename, file_size: file.length });
  await api.send(`/uploads/${upload.id}`, file);
  return `${upload.id}_${filename}`;
}

/** Sends a bulk file, and waits until what it says is there. */
export async function bringIn(api, filename, lines) {
  const name = await sendBulk(api, filename, lines);
  const { id } = await api.post("/jobs", { type: "import_process", data: { import_file: name } });
  for (;;) {
    const { status, data } = await api.get(`/jobs/${id}`);
    if (status === "success") return;
    if (status === "error") throw new Error(`the job failed: ${data.error}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
