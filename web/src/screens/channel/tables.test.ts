import { describe, expect, it } from "vitest";
import { parse } from "../../text/parse";
import { tableOf } from "./tables";

describe("a range of a spreadsheet", () => {
  it("is a table, with numbers at the end of their column", () => {
    expect(tableOf("Pier\tShips\r\nNorth\t12\r\nEast\t1,204\r\n")).toBe(
      "| Pier | Ships |\n| --- | ---: |\n| North | 12 |\n| East | 1,204 |",
    );
  });

  it("keeps what stands in its cells, whatever it is", () => {
    const table = tableOf('a|b\t"two\nlines and ""quotes"""\nc\\\td') ?? "";
    const [block] = parse(table, "https://here.test");
    expect(block?.kind).toBe("table");
    expect(table).toBe('| a\\|b | two lines and "quotes" |\n| --- | --- |\n| c\\\\ | d |');
  });

  it("fills short rows, and leaves out empty ones", () => {
    expect(tableOf("a\tb\tc\n\n1\n")).toBe("| a | b | c |\n| ---: | --- | --- |\n| 1 |  |  |");
  });

  it.each(["one cell", "a\nb\nc", "a\tb", "", "\t\n\t", `${"x\t".repeat(40)}y\n1\t2`])("is none: %j", (text) => {
    expect(tableOf(text)).toBeUndefined();
  });
});
