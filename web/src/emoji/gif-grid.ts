// GIFs in a grid: where arrows lead, which picture is shown, and what is written for one.
import { along } from "../ui/direction";
import type { Gif } from "../wire.gen";

/** As the style has it. */
export const COLUMNS = 2;

/** Where a key leads from the marked picture; `undefined` where the key is no way, and the text may have it. */
export function movedTo(at: number, key: string, count: number): number | undefined {
  const step = key === "ArrowDown" ? COLUMNS : key === "ArrowUp" ? -COLUMNS : along(key);
  const next = at + step;
  return step === 0 || next < 0 || next >= count ? undefined : next;
}

/** The picture of a list, at rest for who wants no motion; `undefined` where there is none at rest. */
export function sourceOf(gif: Gif, atRest: boolean): string | undefined {
  return (atRest ? gif.still_url : gif.preview_url) || undefined;
}

/** A Markdown image, which every client shows. Its words mention nobody, and end neither the image nor its address. */
export function writtenAs(gif: Gif, otherwise: string): string {
  const words = gif.title
    .replace(/[^\p{L}\p{M}\p{N} .,!?'’&-]+/gu, " ")
    .replace(/ +/g, " ")
    .trim();
  const address = gif.url.replace(/[()<>\s\\]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return `![${words || otherwise}](${address})`;
}
