// PDF documents: opened from the server in parts, drawn onto canvases. The library loads with the first document that is seen.

import {
  getDocument,
  type PageViewport,
  type PDFDocumentLoadingTask,
  type PDFPageProxy,
  PDFWorker,
  TextLayer,
} from "pdfjs-dist";
import { link } from "../../net/rest";
import type { FileInfo } from "../../wire.gen";

/** What is asked for at once: a first page is often within two of them. */
const PART_BYTES = 64 * 1024;
/** Larger canvases are drawn by no phone. */
const PIXELS_MAX = 16_000_000;

let worker: PDFWorker | undefined;

/** Begins to open the document; `destroy` of the task ends all of it. */
export function openPdf(file: FileInfo): PDFDocumentLoadingTask {
  if (!worker || worker.destroyed) {
    const port = new Worker(new URL("./pdf.worker.ts", import.meta.url), { type: "module" });
    worker = PDFWorker.create({ port });
  }
  return getDocument({
    url: link(`/files/${file.id}`),
    worker,
    rangeChunkSize: PART_BYTES,
    // Only what is looked at is loaded, not the rest behind it.
    disableAutoFetch: true,
    disableStream: true,
    // The page's policy forbids both; forms and scripts of a document have no business here.
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    verbosity: 0,
  });
}

/** Draws the page onto a canvas of its own, `scale` times as large, sharp on the screen at hand. */
export async function drawn(page: PDFPageProxy, scale: number): Promise<HTMLCanvasElement> {
  const plain = page.getViewport({ scale });
  const sharp = Math.min(globalThis.devicePixelRatio || 1, Math.sqrt(PIXELS_MAX / (plain.width * plain.height)));
  const viewport = page.getViewport({ scale: scale * sharp });
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport }).promise;
  return canvas;
}

/** The words of the page, unseen over its picture: marked by hand, found, and read out. */
export function lettered(page: PDFPageProxy, viewport: PageViewport, container: HTMLElement): TextLayer {
  container.style.setProperty("--total-scale-factor", String(viewport.scale));
  return new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
}

/** Whether it can be opened with a password alone. */
export const isLocked = (problem: unknown): boolean => problem instanceof Error && problem.name === "PasswordException";
