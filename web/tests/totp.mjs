// The second factor. The code that an authenticator app shows: RFC 6238 with what all apps know, SHA-1, six digits, thirty
// seconds; and a server that wants one of everybody.
import { createHmac } from "node:crypto";
import { apiOf } from "./api.mjs";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;

function bytesOf(base32) {
  const bits = [...base32].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of this step of time, or of so many later: a server takes each once, and that of the next step, too. */
export function codeOf(secret, later = 0) {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + later));
  const hash = createHmac("sha1", bytesOf(secret)).update(step).digest();
  const number = hash.readUInt32BE(hash.at(-1) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** Everybody needs a second factor from now on; who has none can do nothing else. */
export async function wantFactors(server) {
  const api = await apiOf(server, "mara");
  await api.put("/config/patch", { ServiceSettings: { EnforceMultifactorAuthentication: true } });
}
