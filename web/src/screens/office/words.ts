// What stands in an office file, without its layout: paragraphs of a document, rows of a spreadsheet's first sheet, lines of
// slides. Of the formats that are zips of XML (Office Open XML, OpenDocument); bounded, as anybody sends files.
import type { OfficeRead } from "../channel/kinds";
import { datesOf, shownNumber } from "./numbers";
import type { Zip } from "./zip";

const PART_BYTES_MAX = 8_000_000;
const PARAGRAPHS_MAX = 300;
const ROWS_MAX = 100;
const COLUMNS_MAX = 20;
const SLIDES_MAX = 60;
const LINES_MAX = 40;
const TEXT_LEN_MAX = 2_000;

export interface Paragraph {
  readonly text: string;
  readonly isHeading: boolean;
}

/** `cut` says that there is more of it. */
export type Words = { readonly cut: boolean } & (
  | { readonly kind: "document"; readonly paragraphs: readonly Paragraph[] }
  | { readonly kind: "sheet"; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "slides"; readonly slides: readonly (readonly string[])[] }
);

const READERS: Readonly<Record<OfficeRead, (zip: Zip) => Promise<Words>>> = {
  docx: textDocument,
  docm: textDocument,
  dotx: textDocument,
  xlsx: spreadsheet,
  xlsm: spreadsheet,
  xltx: spreadsheet,
  pptx: presentation,
  pptm: presentation,
  ppsx: presentation,
  potx: presentation,
  odt: openDocument,
  ott: openDocument,
  ods: openSheet,
  ots: openSheet,
  odp: openSlides,
  otp: openSlides,
};

/** What stands in the file.
 * @throws when it is none of its ending. */
export const wordsOf = (zip: Zip, extension: OfficeRead): Promise<Words> => READERS[extension](zip);

async function partOf(zip: Zip, name: string): Promise<Document | undefined> {
  const text = await zip.text(name, PART_BYTES_MAX);
  if (text === undefined) return undefined;
  // No office program writes one, and what it could declare grows without bound.
  if (/<!DOCTYPE/i.test(text)) throw new RangeError(`${name} declares what it must not`);
  const read = new DOMParser().parseFromString(text, "application/xml");
  if (read.getElementsByTagName("parsererror").length > 0) throw new RangeError(`${name} is no XML`);
  return read;
}

async function mustHave(zip: Zip, name: string): Promise<Document> {
  const part = await partOf(zip, name);
  if (!part) throw new RangeError(`there is no ${name}`);
  return part;
}

/** Elements by their name, of whatever prefix, in the order of the file. */
const all = (in_: Document | Element, ...names: string[]): Element[] =>
  names.length === 1
    ? [...in_.getElementsByTagNameNS("*", names[0] ?? "")]
    : [...in_.getElementsByTagNameNS("*", "*")].filter(({ localName }) => names.includes(localName));

const attribute = (element: Element | undefined, name: string): string =>
  [...(element?.attributes ?? [])].find(({ localName }) => localName === name)?.value ?? "";

/** Bounded rows, and whether there were more. */
function firstOf<T, Row>(rows: readonly T[], most: number, made: (row: T) => Row): { rows: Row[]; cut: boolean } {
  return { rows: rows.slice(0, most).map(made), cut: rows.length > most };
}

const SPACES: Readonly<Record<string, string>> = { tab: "\t", br: "\n", cr: "\n", s: " ", "line-break": "\n" };

/** Elements that say how it looks, or what stands beside it. Paragraphs within a paragraph stand for themselves. */
const APART = new Set(["annotation", "note", "p", "pPr", "rPr"]);

/** The text of a paragraph, with its tabs and ends of lines. */
function textOf(paragraph: Element, piece: string): string {
  let text = "";
  const walk = (node: Node) => {
    for (const child of node.childNodes) {
      const { localName } = child as Element;
      if (child.nodeType === Node.TEXT_NODE) {
        if (piece === "" || (node as Element).localName === piece) text += child.textContent;
      } else if (SPACES[localName]) text += SPACES[localName];
      else if (!APART.has(localName)) walk(child);
    }
  };
  walk(paragraph);
  return text.trim().slice(0, TEXT_LEN_MAX);
}

const told = (paragraphs: readonly Paragraph[]) => paragraphs.filter(({ text }) => text !== "");

/** What stands there for programs that cannot draw the rest says the same once more. */
function isFallback(element: Element): boolean {
  for (let at = element.parentElement; at; at = at.parentElement) if (at.localName === "Fallback") return true;
  return false;
}

/** Styles are called by what they are in the language of whoever wrote the file, without letters beyond ASCII. */
const HEADING = /^(heading|title|berschrift|titel|titre)/i;

async function textDocument(zip: Zip): Promise<Words> {
  const part = await mustHave(zip, "word/document.xml");
  const isHeading = (one: Element) => HEADING.test(attribute(all(one, "pStyle")[0], "val"));
  const paragraphs = all(part, "p").filter((one) => !isFallback(one));
  const { rows, cut } = firstOf(paragraphs, PARAGRAPHS_MAX, (one) => ({
    text: textOf(one, "t"),
    isHeading: isHeading(one),
  }));
  return { kind: "document", paragraphs: told(rows), cut };
}

async function openDocument(zip: Zip): Promise<Words> {
  const part = await mustHave(zip, "content.xml");
  const { rows, cut } = firstOf(all(all(part, "body")[0] ?? part, "p", "h"), PARAGRAPHS_MAX, (one) => ({
    text: textOf(one, ""),
    isHeading: one.localName === "h",
  }));
  return { kind: "document", paragraphs: told(rows), cut };
}

/** The column of a cell called `BC12`, from 0 on. */
function columnOf(name: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(name)?.[0] ?? "") column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

async function spreadsheet(zip: Zip): Promise<Words> {
  const name = zip.names.filter((one) => /^xl\/worksheets\/sheet\d+\.xml$/.test(one)).sort(byNumber)[0];
  const part = await mustHave(zip, name ?? "xl/worksheets/sheet1.xml");
  const shared = await partOf(zip, "xl/sharedStrings.xml");
  const texts = shared
    ? all(shared, "si").map((one) =>
        all(one, "t")
          .map(({ textContent }) => textContent)
          .join(""),
      )
    : [];
  const styles = await partOf(zip, "xl/styles.xml");
  const dates = styles ? datesOf(styles) : [];
  const shown = (cell: Element): string => {
    const value = all(cell, "v")[0]?.textContent ?? "";
    const type = attribute(cell, "t");
    if (type === "s") return texts[Number(value)] ?? "";
    if (type === "inlineStr") return all(cell, "t")[0]?.textContent ?? "";
    if (type === "b") return value === "1" ? "TRUE" : "FALSE";
    return type === "" || type === "n" ? shownNumber(value, dates[Number(attribute(cell, "s"))] === true) : value;
  };
  const { rows, cut } = firstOf(all(part, "row"), ROWS_MAX, (row) => {
    const cells: string[] = [];
    for (const cell of all(row, "c")) {
      const column = columnOf(attribute(cell, "r"));
      const at = column < 0 ? cells.length : column;
      if (at < COLUMNS_MAX) cells[at] = shown(cell).slice(0, TEXT_LEN_MAX);
    }
    return cells;
  });
  return { kind: "sheet", ...evened(rows), cut };
}

async function openSheet(zip: Zip): Promise<Words> {
  const table = all(await mustHave(zip, "content.xml"), "table")[0];
  if (!table) return { kind: "sheet", rows: [], cut: false };
  const { rows, cut } = firstOf(all(table, "table-row"), ROWS_MAX, (row) => {
    const cells: string[] = [];
    for (const cell of all(row, "table-cell", "covered-table-cell")) {
      const text = all(cell, "p")
        .map((one) => textOf(one, ""))
        .join("\n");
      const times = Math.min(Number(attribute(cell, "number-columns-repeated")) || 1, COLUMNS_MAX - cells.length);
      for (let time = 0; time < times; time += 1) cells.push(text);
    }
    return cells;
  });
  return { kind: "sheet", ...evened(rows), cut };
}

/** Rows of one length, without the empty ones at the end. */
function evened(rows: readonly (readonly string[])[]): { rows: string[][] } {
  const widths = rows.map((row) => row.findLastIndex((cell) => cell !== undefined && cell !== "") + 1);
  const width = Math.max(0, ...widths);
  const length = widths.findLastIndex((one) => one > 0) + 1;
  return { rows: rows.slice(0, length).map((row) => Array.from({ length: width }, (_, at) => row[at] ?? "")) };
}

const numberIn = (name: string): number => Number(/\d+/.exec(name)?.[0] ?? 0);
const byNumber = (one: string, other: string): number => numberIn(one) - numberIn(other);

const linesOf = (in_: Element | Document, piece: string): string[] =>
  all(in_, "p")
    .slice(0, LINES_MAX)
    .map((one) => textOf(one, piece))
    .filter((text) => text !== "");

async function presentation(zip: Zip): Promise<Words> {
  const names = zip.names.filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)).sort(byNumber);
  if (names.length === 0) throw new RangeError("there are no slides");
  const found: string[][] = [];
  for (const name of names.slice(0, SLIDES_MAX)) found.push(linesOf(await mustHave(zip, name), "t"));
  return { kind: "slides", slides: found, cut: names.length > SLIDES_MAX };
}

async function openSlides(zip: Zip): Promise<Words> {
  const pages = all(await mustHave(zip, "content.xml"), "page");
  const { rows, cut } = firstOf(pages, SLIDES_MAX, (page) => linesOf(page, ""));
  return { kind: "slides", slides: rows, cut };
}
