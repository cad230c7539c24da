// Writes each file of dist/ a second and third time, compressed as well as it can be: the server only picks.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
// Below this the headers weigh more than what is gained.
const BYTES_MIN = 600;

for (const name of readdirSync(dist, { recursive: true })) {
  const path = join(dist, name);
  if (!statSync(path).isFile() || !/\.(html|js|css|json|svg|webmanifest|txt|wasm)$/.test(name)) continue;
  const bytes = readFileSync(path);
  for (const [end, packed] of [
    ["br", brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })],
    ["gz", gzipSync(bytes, { level: 9 })],
  ]) {
    const beside = `${path}.${end}`;
    rmSync(beside, { force: true });
    if (bytes.length >= BYTES_MIN && packed.length < bytes.length * 0.9) writeFileSync(beside, packed);
  }
}
