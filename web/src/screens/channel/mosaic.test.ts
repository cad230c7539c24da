import { describe, expect, it } from "vitest";
import type { FileInfo } from "../../wire.gen";
import { mosaic } from "./mosaic";

const picture = (id: number, width = 400, height = 300) => ({ id: String(id), width, height }) as FileInfo;
const pictures = (count: number) => Array.from({ length: count }, (_, at) => picture(at));
const shape = (count: number) =>
  mosaic(pictures(count)).map((row) => row.cells.map((cell) => cell.file.id + (cell.behind ? `+${cell.behind}` : "")));

describe("the pictures of a post", () => {
  it.each([
    [2, [["0", "1"]]],
    [3, [["0", "1", "2"]]],
    [
      4,
      [
        ["0", "1"],
        ["2", "3"],
      ],
    ],
    [
      5,
      [
        ["0", "1"],
        ["2", "3", "4"],
      ],
    ],
    [
      6,
      [
        ["0", "1"],
        ["2", "3", "4+1"],
      ],
    ],
    [
      10,
      [
        ["0", "1"],
        ["2", "3", "4+5"],
      ],
    ],
  ])("stand in rows: %i", (count, rows) => {
    expect(shape(count)).toEqual(rows);
  });

  it("share the width of a row as they are wide, within bounds", () => {
    const [row] = mosaic([picture(0, 100, 100), picture(1, 900, 100), picture(2, 100, 900)]);
    expect(row?.cells.map((cell) => cell.share)).toEqual([1, 2, 0.6]);
    expect(row?.ratio).toBe(3.4);
  });

  it("make no row taller than the window for two towers", () => {
    expect(mosaic([picture(0, 100, 900), picture(1, 100, 900)])[0]?.ratio).toBe(1.7);
  });

  it("are squares where nobody measured them", () => {
    expect(mosaic([picture(0, 0, 0), picture(1, 0, 0)])[0]?.cells.map((cell) => cell.share)).toEqual([1, 1]);
  });
});
