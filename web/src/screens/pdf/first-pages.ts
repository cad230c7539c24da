// Pictures of first pages: drawn one after the other, and kept, as a channel shows the same ones again and again.

import type { FileInfo } from "../../wire.gen";
import { drawn, openPdf } from "./document";

/** A picture is about 30 KB. */
const KEPT_MAX = 60;
const WIDTH_PX = 480;

/** By the id of the file, the one that was used last at the end. */
const kept = new Map<string, Promise<string>>();
let before: Promise<unknown> = Promise.resolve();

/** The address of a picture of the first page. */
export function firstPage(file: FileInfo): Promise<string> {
  const found = kept.get(file.id) ?? inTurn(() => draw(file));
  kept.delete(file.id);
  kept.set(file.id, found);
  found.catch(() => kept.delete(file.id));
  for (const [id, picture] of kept) {
    if (kept.size <= KEPT_MAX) break;
    kept.delete(id);
    picture.then(URL.revokeObjectURL, () => {});
  }
  return found;
}

/** Several at once would hold up what is read meanwhile. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = before.then(work);
  before = done.catch(() => {});
  return done;
}

async function draw(file: FileInfo): Promise<string> {
  const task = openPdf(file);
  try {
    const page = await (await task.promise).getPage(1);
    const canvas = await drawn(page, WIDTH_PX / page.getViewport({ scale: 1 }).width / (devicePixelRatio || 1));
    const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/webp"));
    if (!picture) throw new Error("the page is too large to be drawn");
    return URL.createObjectURL(picture);
  } finally {
    await task.destroy();
  }
}
