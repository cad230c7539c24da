// Searches of which a part is done here: bounded, told, and nothing left out between two steps.
import { expect, it } from "vitest";
import { SIFTED_LEN, sift } from "./sift";

/** Rows of a server that has so many, and how often it was asked. */
function server(count: number) {
  const pages: number[] = [];
  const ask = async (page: number) => {
    pages.push(page);
    const first = page * SIFTED_LEN;
    const rows = Array.from({ length: Math.max(0, Math.min(SIFTED_LEN, count - first)) }, (_, at) => first + at);
    return { rows, more: first + rows.length < count };
  };
  return { ask, pages };
}

it("goes on until enough belong to the search, and no further than a bound", async () => {
  const { ask, pages } = server(5_000);
  const keep = (rows: readonly number[]) => rows.filter((row) => row % 900 === 0);
  const { load, looked } = sift({ ask, keep, oldestFirst: false, shownLen: 2 });
  const first = await load(0);
  expect([first, pages.length, looked()]).toEqual([{ rows: [0, 900], more: true, next: 10 }, 10, 1_000]);
  const second = await load(first.next ?? 0);
  expect([second.rows, second.next, looked()]).toEqual([[1_800], 20, 2_000]);
});

it("gives the oldest first, and tells what it did not look at", async () => {
  const keep = (rows: readonly number[]) => rows;
  const few = sift({ ask: server(450).ask, keep, oldestFirst: true, shownLen: 60 });
  expect((await few.load(0)).rows.slice(0, 2)).toEqual([449, 448]);
  expect((await few.load(1)).rows[0]).toBe(389);
  expect(await few.load(7)).toEqual({ rows: Array.from({ length: 30 }, (_, at) => 29 - at), more: false });
  expect(few.looked()).toBeUndefined();

  const many = server(5_000);
  const all = sift({ ask: many.ask, keep, oldestFirst: true, shownLen: 60 });
  expect((await all.load(0)).rows[0]).toBe(999);
  expect([many.pages.length, all.looked()]).toEqual([10, 1_000]);
});
