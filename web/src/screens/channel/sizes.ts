// How tall the lines of the channels opened last were drawn. A list that knows is drawn at once and stands where it belongs
// in its first frame; one that does not draws, measures, and moves.
import type { VirtualizerHandle } from "virtua/solid";
import type { Line } from "./lines";

/** Channels whose heights are kept: some hundred numbers each. */
const KEPT_MAX = 50;

interface Kept {
  readonly heights: VirtualizerHandle["cache"];
  /** The lines that are in sight at the end. */
  readonly last: readonly number[];
  /** Heights belong to these lines at this width, and to no others. */
  readonly keys: string;
  readonly width: number;
}

const kept = new Map<string, Kept>();

const keysOf = (lines: readonly Line[]): string => lines.map((line) => line.key).join();

export function keepHeights(channelId: string, lines: readonly Line[], width: number, list: VirtualizerHandle): void {
  kept.delete(channelId);
  if (lines.length === 0 || width === 0) return;
  const top = list.findItemIndex(list.scrollSize - list.viewportSize);
  const last = lines.map((_, at) => at).slice(top);
  kept.set(channelId, { heights: list.cache, last, keys: keysOf(lines), width });
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_MAX) break;
    kept.delete(oldest);
  }
}

/** The heights of these lines as they were, when nothing about them has changed. */
export function heightsOf(channelId: string, lines: readonly Line[], width: number): Kept | undefined {
  const known = kept.get(channelId);
  return known && known.width === width && known.keys === keysOf(lines) ? known : undefined;
}
