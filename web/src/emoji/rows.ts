// The picker's content as rows of equal height: which rows there are, which are seen, and where the arrow keys lead.
//
// Pure; `picker.tsx` draws the rows in sight, about ten of two hundred.

import { arrows } from "../ui/direction";
import { characterOf, type Emojis, type GroupKey, nameOf, type Tone, toned } from "./data";

export const COLUMNS = 9;
export const ROW_HEIGHT = 36;
/** Rows drawn beyond each edge, so that fast scrolling shows no gap. */
const MARGIN_ROWS = 3;

export interface Cell {
  readonly name: string;
  readonly character?: string | undefined;
  readonly source?: string | undefined;
}

export type Row =
  | { readonly kind: "heading"; readonly key: SectionKey }
  | { readonly kind: "cells"; readonly cells: readonly Cell[] };

export type SectionKey = GroupKey | "recent" | "custom" | "found";

export interface Custom {
  readonly name: string;
  readonly source: string;
}

export function section(key: SectionKey, cells: readonly Cell[]): Row[] {
  if (cells.length === 0) return [];
  const rows: Row[] = [{ kind: "heading", key }];
  for (let from = 0; from < cells.length; from += COLUMNS) {
    rows.push({ kind: "cells", cells: cells.slice(from, from + COLUMNS) });
  }
  return rows;
}

export function allRows(known: Emojis, recent: readonly string[], custom: readonly Custom[], tone: Tone): Row[] {
  const pictures = new Map(custom.map((one) => [one.name, one.source]));
  const recentCells = recent.flatMap((name): Cell[] => {
    const character = characterOf(name, known);
    const source = pictures.get(name);
    return character || source ? [{ name, character, source }] : [];
  });
  return [
    ...section("recent", recentCells),
    ...section("custom", custom),
    ...known.groups.flatMap((group) =>
      section(
        group.key,
        group.emoji.map((one) => ({ name: nameOf(one, tone), character: toned(one, tone) })),
      ),
    ),
  ];
}

export function rowsInSight(count: number, scrolled: number, height: number): { from: number; to: number } {
  const from = Math.max(0, Math.floor(scrolled / ROW_HEIGHT) - MARGIN_ROWS);
  return { from, to: Math.min(count, Math.ceil((scrolled + height) / ROW_HEIGHT) + MARGIN_ROWS) };
}

export interface At {
  readonly row: number;
  readonly column: number;
}

/** Where a key leads: along the row, over headings, and to the shorter row's end. */
export function moved(rows: readonly Row[], at: At, key: string): At {
  const { on, back } = arrows();
  const width = (row: number) => {
    const found = rows[row];
    return found?.kind === "cells" ? found.cells.length : 0;
  };
  const vertical = (by: number): At => {
    for (let row = at.row + by; row >= 0 && row < rows.length; row += by) {
      if (width(row) > 0) return { row, column: Math.min(at.column, width(row) - 1) };
    }
    return at;
  };
  switch (key) {
    case "ArrowDown":
      return vertical(1);
    case "ArrowUp":
      return vertical(-1);
    case on: {
      if (at.column + 1 < width(at.row)) return { row: at.row, column: at.column + 1 };
      const next = vertical(1);
      return next === at ? at : { row: next.row, column: 0 };
    }
    case back: {
      if (at.column > 0) return { row: at.row, column: at.column - 1 };
      const before = vertical(-1);
      return before === at ? at : { row: before.row, column: width(before.row) - 1 };
    }
    default:
      return at;
  }
}

export function firstCell(rows: readonly Row[]): At {
  return {
    row: Math.max(
      0,
      rows.findIndex((row) => row.kind === "cells"),
    ),
    column: 0,
  };
}
