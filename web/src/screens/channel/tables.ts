// What comes from a spreadsheet, as a table in a message: rows are lines, cells stand between tabs.

/** More is a file, not a message. */
const COLUMNS_MAX = 30;
const ROWS_MAX = 200;

/** The cells of a range as spreadsheets put it on the clipboard. A cell with lines in it stands in quotes, and a quote in
 * that is doubled. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\n]*))(\t|\n|$)/g)) {
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === "\n") rows.push([]);
    if (end === "") break;
  }
  return rows.filter((row) => row.some((cell) => cell !== ""));
}

const escaped = (cell: string): string =>
  cell
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll("\\", "\\\\")
    .replaceAll("|", "\\|");

const isNumber = (cell: string): boolean => /^[-+]?[\d.,'\s]*\d\s?(?:[%€$£¥])?$/.test(cell);

/** The range as a table of Markdown, its first row as the head; nothing when it is one column, or too large. */
export function tableOf(range: string): string | undefined {
  const rows = cellsOf(range.replaceAll("\r\n", "\n"));
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width < 2 || width > COLUMNS_MAX || rows.length < 2 || rows.length > ROWS_MAX) return undefined;
  const columns = Array.from({ length: width }, (_, at) => at);
  const [head = [], ...body] = rows;
  const filled = (at: number) => body.map((row) => row[at] ?? "").filter((cell) => cell !== "");
  const sides = columns.map((at) => (filled(at).length > 0 && filled(at).every(isNumber) ? "---:" : "---"));
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [head, ...body]
    .map((row) => line(columns.map((at) => escaped(row[at] ?? ""))))
    .toSpliced(1, 0, line(sides))
    .join("\n");
}
