// Small files to attach: pictures of one colour, a tone, a film.
import { crc32, deflateSync } from "node:zlib";

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SAMPLES_PER_SECOND = 8_000;

function chunk(kind, body) {
  const named = Buffer.concat([Buffer.from(kind), body]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(body.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** A picture of the colours that `colourAt` gives, each as red, green, blue. */
function painted(width, height, colourAt) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits of each colour.
  head.set([8, 2], 8);
  const lines = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) lines.set(colourAt(x, y), y * (1 + 3 * width) + 1 + 3 * x);
  const pixels = deflateSync(lines);
  return Buffer.concat([PNG, chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

/** A picture of one colour, given as red, green, blue. */
export const png = (colour, side = 64) => painted(side, side, () => colour);

/** A picture in which one sees how far it is cut and how large it is: squares of 40 px, and a frame. */
export function chequered(colour, width, height) {
  const dark = colour.map((part) => part * 0.8);
  const isFrame = (x, y) => x < 8 || y < 8 || x >= width - 8 || y >= height - 8;
  return painted(width, height, (x, y) => {
    if (isFrame(x, y)) return [255, 255, 255];
    return (Math.floor(x / 40) + Math.floor(y / 40)) % 2 === 0 ? colour : dark;
  });
}

/** Half a second of a tone. */
export function wav() {
  const samples = Buffer.from(
    Array.from({ length: SAMPLES_PER_SECOND / 2 }, (_, at) => 128 + Math.round(90 * Math.sin(at / 3))),
  );
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  // One channel of plain samples, eight bits each.
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  head.writeUInt32LE(SAMPLES_PER_SECOND, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** A moment of film, recorded by the browser itself. */
export async function webm(page) {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 36 });
    const context = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: "video/webm" });
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const done = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let frame = 0; frame < 12; frame += 1) {
      context.fillStyle = `hsl(${frame * 30} 80% 50%)`;
      context.fillRect(0, 0, 64, 36);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    await done;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return Buffer.from(bytes);
}

export const asFile = (name, mimeType, buffer) => ({ name, mimeType, buffer });

/** A document of A4 pages, each with a large line of its own and a few below it. */
export function pdf(lines) {
  const shown = (text) => `(${text.replaceAll(/[()\\]/g, "\\$&")}) Tj`;
  const pages = lines.map((text, at) => ({ page: 4 + 2 * at, content: 5 + 2 * at, text }));
  const objects = [
    [1, "<< /Type /Catalog /Pages 2 0 R >>"],
    [2, `<< /Type /Pages /Kids [${pages.map(({ page }) => `${page} 0 R`).join(" ")}] /Count ${pages.length} >>`],
    [3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"],
    ...pages.flatMap(({ page, content, text }) => {
      const small = Array.from({ length: 20 }, (_, line) => `0 -24 Td ${shown(`Line ${line + 1} of what follows.`)}`);
      const drawn = `BT /F 36 Tf 60 740 Td ${shown(text)} /F 14 Tf 0 -20 Td ${small.join(" ")} ET`;
      return [
        [
          page,
          `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
        ],
        [content, `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`],
      ];
    }),
  ];
  let text = "%PDF-1.4\n";
  const places = objects.map(([number, body]) => {
    const place = text.length;
    text += `${number} 0 obj\n${body}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}
