// Measures what the first view loads, and fails over budget: 150 KB of JavaScript as gzip, and no chunk over 250 KB, but for
// what reads documents, which is a library of one piece and loads with the first document.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const FIRST_VIEW_MAX = 150 * 1024;
const CHUNK_MAX = 250 * 1024;
const READER = /^pdf[.-]/;
const READER_MAX = 1_100 * 1024;
const most = (name) => (READER.test(name) ? READER_MAX : CHUNK_MAX);

const size = (path) => gzipSync(readFileSync(path), { level: 9 }).length;
const page = readFileSync(join(dist, "index.html"), "utf8");
const first = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1]);
const total = first.reduce((sum, name) => sum + size(join(dist, name)), 0);
const large = readdirSync(join(dist, "assets"))
  .filter((name) => name.endsWith(".js"))
  .map((name) => ({ name, bytes: statSync(join(dist, "assets", name)).size }))
  .filter(({ name, bytes }) => bytes > most(name));

const kb = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
console.log(`first view: ${first.length} files, ${kb(total)} gzip of ${kb(FIRST_VIEW_MAX)}`);
for (const chunk of large) console.log(`too large: ${chunk.name} ${kb(chunk.bytes)} of ${kb(most(chunk.name))}`);
const failed = Number(total > FIRST_VIEW_MAX) + large.length;
console.log(`budgets: ${2 - Math.min(2, failed)} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
