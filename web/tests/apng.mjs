// Pictures that move: frames of a page, of which each keeps only what has changed since the one before.
import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Red, green, blue, and how much it covers. */
const PIXEL = 4;

function chunk(kind, body) {
  const named = Buffer.concat([Buffer.from(kind), body]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(body.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

const numbers = (...values) => {
  const body = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) body.writeUInt32BE(value, 4 * at);
  return body;
};

function paeth(left, up, corner) {
  const guess = left + up - corner;
  const [byLeft, byUp, byCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

/** The pixels of a PNG as browsers make them: eight bits, no palette, not interlaced. */
export function pixelsOf(png) {
  const parts = [];
  let head;
  for (let at = SIGNATURE.length; at < png.length; ) {
    const [length, kind] = [png.readUInt32BE(at), png.toString("latin1", at + 4, at + 8)];
    const body = png.subarray(at + 8, at + 8 + length);
    if (kind === "IHDR") head = body;
    if (kind === "IDAT") parts.push(body);
    at += 12 + length;
  }
  const [width, height, colours] = [head.readUInt32BE(0), head.readUInt32BE(4), head[9] === 6 ? 4 : 3];
  const packed = inflateSync(Buffer.concat(parts));
  const line = width * colours;
  let before = Buffer.alloc(line);
  const pixels = Buffer.alloc(width * height * PIXEL, 255);
  for (let y = 0; y < height; y += 1) {
    const [filter, now] = [packed[y * (line + 1)], packed.subarray(y * (line + 1) + 1, (y + 1) * (line + 1))];
    for (let x = 0; x < line; x += 1) {
      const [left, up] = [x < colours ? 0 : now[x - colours], before[x]];
      const corner = x < colours ? 0 : before[x - colours];
      now[x] += [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
    }
    for (let x = 0; x < width; x += 1) now.copy(pixels, (y * width + x) * PIXEL, x * colours, x * colours + 3);
    before = now;
  }
  return { width, height, pixels };
}

/** The smallest box with every pixel that differs, and in it those that do not as seen through; nothing if none does. */
function changeOf(now, before, { width, height }) {
  const [news, olds] = [now, before].map(
    ({ buffer, byteOffset }) => new Uint32Array(buffer, byteOffset, width * height),
  );
  const box = { left: width, top: height, right: -1, bottom: -1 };
  for (let at = 0; at < news.length; at += 1) {
    if (news[at] === olds[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = y;
  }
  if (box.right < 0) return undefined;
  const [wide, high] = [box.right - box.left + 1, box.bottom - box.top + 1];
  const cut = new Uint32Array(wide * high);
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      const at = (box.top + y) * width + box.left + x;
      if (news[at] !== olds[at]) cut[y * wide + x] = news[at];
    }
  return { left: box.left, top: box.top, width: wide, height: high, pixels: Buffer.from(cut.buffer) };
}

/** Packed, with each line written as it is or as what differs from the one above, whichever is less. */
function packed({ width, height, pixels }) {
  const line = width * PIXEL;
  const lines = Buffer.alloc(height * (line + 1));
  for (let y = 0; y < height; y += 1) {
    const now = pixels.subarray(y * line, (y + 1) * line);
    const up = y === 0 ? Buffer.alloc(line) : pixels.subarray((y - 1) * line, y * line);
    const differs = now.map((value, x) => value - up[x]);
    const weight = (values) => values.reduce((sum, value) => sum + (value < 128 ? value : 256 - value), 0);
    const isUp = weight(differs) < weight(now);
    lines[y * (line + 1)] = isUp ? 2 : 0;
    lines.set(isUp ? differs : now, y * (line + 1) + 1);
  }
  return deflateSync(lines, { level: 9 });
}

/** The moving picture of `frames`, each a PNG of the same size and for how long it is seen; it begins again at its end. */
export function apng(frames) {
  const shown = [];
  let before;
  for (const { png, ms } of frames) {
    const { width, height, pixels } = pixelsOf(png);
    const change = before ? changeOf(pixels, before, { width, height }) : { left: 0, top: 0, width, height, pixels };
    if (change) shown.push({ ...change, ms });
    else shown.at(-1).ms += ms;
    before = pixels;
  }
  const { width, height } = shown[0];
  let order = 0;
  const parts = shown.flatMap((one, at) => {
    const control = Buffer.concat([numbers(order++, one.width, one.height, one.left, one.top), Buffer.alloc(6)]);
    control.writeUInt16BE(one.ms, 20);
    control.writeUInt16BE(1_000, 22);
    // Left as it is, and drawn over what is there.
    control.set([0, at === 0 ? 0 : 1], 24);
    const body = packed(one);
    const content = at === 0 ? chunk("IDAT", body) : chunk("fdAT", Buffer.concat([numbers(order++), body]));
    return [chunk("fcTL", control), content];
  });
  const head = Buffer.concat([numbers(width, height), Buffer.from([8, 6, 0, 0, 0])]);
  const animation = chunk("acTL", numbers(shown.length, 0));
  return Buffer.concat([SIGNATURE, chunk("IHDR", head), animation, ...parts, chunk("IEND", Buffer.alloc(0))]);
}
