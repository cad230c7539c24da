// How the pictures of a post share its width: rows that are as wide as each other, in which all pictures are equally tall.
import type { FileInfo } from "../../wire.gen";

/** More are behind the last one: that is what the viewer is for. */
export const SHOWN_MAX = 5;

/** A picture that is longer or wider than this is cut in its row, and whole in the viewer. */
const RATIO_MIN = 0.6;
const RATIO_MAX = 2;
/** Rows are no taller and no flatter than this, as width by height. */
const ROW_RATIO_MIN = 1.7;
const ROW_RATIO_MAX = 3.4;
/** What nobody measured is taken for a square. */
const RATIO_UNKNOWN = 1;

export interface Cell {
  readonly file: FileInfo;
  /** Its part of the row's width, beside those of its neighbours. */
  readonly share: number;
  /** How many pictures stand behind this one. */
  readonly behind: number;
}

export interface MosaicRow {
  readonly cells: readonly Cell[];
  /** Width by height. */
  readonly ratio: number;
}

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

const shareOf = ({ width = 0, height = 0 }: FileInfo): number =>
  between(RATIO_MIN, width > 0 && height > 0 ? width / height : RATIO_UNKNOWN, RATIO_MAX);

/** Two and two, two and three: a row of four would be too flat. */
function lengths(count: number): readonly number[] {
  if (count <= 3) return [count];
  return count === 4 ? [2, 2] : [2, 3];
}

/** The rows of two pictures or more; one alone keeps its own shape. */
export function mosaic(files: readonly FileInfo[]): readonly MosaicRow[] {
  const behind = Math.max(0, files.length - SHOWN_MAX);
  let from = 0;
  return lengths(files.length).map((length) => {
    const cells = files.slice(from, from + length).map((file, at) => ({
      file,
      share: shareOf(file),
      behind: from + at === SHOWN_MAX - 1 ? behind : 0,
    }));
    from += length;
    const sum = cells.reduce((total, cell) => total + cell.share, 0);
    return { cells, ratio: between(ROW_RATIO_MIN, sum, ROW_RATIO_MAX) };
  });
}
