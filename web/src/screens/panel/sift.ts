// What the server cannot do of a search, done here: rows left out by what they are, or given the oldest first.
//
// Both need more rows than are shown. So the server is asked for large pages, so many of them at a time and no more, and
// how far the search has come is told.

import { createSignal } from "solid-js";
import type { Page } from "./pages";

/** Rows on a page of the server's. */
export const SIFTED_LEN = 100;
/** Pages that are asked for until the reader asks for more. */
const PAGES_MAX = 10;

export interface Sifted<Row> {
  /** A page of the server's, the newest first. */
  readonly ask: (page: number) => Promise<Page<Row>>;
  /** Those of them that belong to the search. */
  readonly keep: (rows: readonly Row[]) => readonly Row[] | Promise<readonly Row[]>;
  readonly oldestFirst: boolean;
  /** Rows shown at a time. */
  readonly shownLen: number;
}

export interface Sifting<Row> {
  load(page: number): Promise<Page<Row>>;
  /** How many rows of the server were looked through; `undefined` where that were all that there are. */
  looked(): number | undefined;
}

export function sift<Row>(sifted: Sifted<Row>): Sifting<Row> {
  const [looked, setLooked] = createSignal<number>();
  /** The pages from `first` on, until `wanted` rows belong to the search. */
  const look = async (first: number, wanted: number) => {
    const found: Row[] = [];
    let next = first;
    let more = true;
    let count = first * SIFTED_LEN;
    while (more && found.length < wanted && next < first + PAGES_MAX) {
      const page = await sifted.ask(next);
      found.push(...(await sifted.keep(page.rows)));
      count += page.rows.length;
      more = page.more;
      next += 1;
    }
    setLooked(more ? count : undefined);
    return { rows: found, more, next };
  };
  let inOrder: readonly Row[] = [];
  const sorted = async (page: number): Promise<Page<Row>> => {
    if (page === 0) inOrder = (await look(0, Number.POSITIVE_INFINITY)).rows.reverse();
    const end = (page + 1) * sifted.shownLen;
    return { rows: inOrder.slice(page * sifted.shownLen, end), more: end < inOrder.length };
  };
  return { load: (page) => (sifted.oldestFirst ? sorted(page) : look(page, sifted.shownLen)), looked };
}
