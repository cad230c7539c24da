// Small office files to attach, packed as their programs pack them.
import { zipOf } from "./zip.mjs";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const zipped = (files) =>
  zipOf(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, `${XML}${text}`])), { deflated: true });

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A letter: a heading, a line with a tab and something that was deleted, a name. */
export function docx() {
  const run = (text) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const heading = `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run("To the harbour master")}</w:p>`;
  const gone = "<w:del><w:r><w:delText>at once</w:delText></w:r></w:del>";
  const line = `<w:p>${run("The lamp at the ")}${run("north pier is out.")}<w:r><w:tab/></w:r>${run("Please see to it.")}${gone}</w:p>`;
  const body = `${heading}${line}<w:p/><w:p>${run("Mara")}</w:p>`;
  return zipped({ "word/document.xml": `<w:document ${WORD}><w:body>${body}</w:body></w:document>` });
}

const SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A sheet of texts that are shared, a date, numbers and a cell that is empty. */
export function xlsx() {
  const texts = ["What", "When", "Euro", "Ropes", "Paint"].map((text) => `<si><t>${text}</t></si>`).join("");
  const text = (place, at) => `<c r="${place}" t="s"><v>${at}</v></c>`;
  const rows = [
    `<row r="1">${text("A1", 0)}${text("B1", 1)}${text("C1", 2)}</row>`,
    `<row r="2">${text("A2", 3)}<c r="B2" s="1"><v>46113</v></c><c r="C2"><v>120.50000000000001</v></c></row>`,
    `<row r="3">${text("A3", 4)}<c r="C3"><v>80</v></c></row>`,
  ];
  return zipped({
    "xl/worksheets/sheet1.xml": `<worksheet ${SHEET}><sheetData>${rows.join("")}</sheetData></worksheet>`,
    "xl/sharedStrings.xml": `<sst ${SHEET}>${texts}</sst>`,
    "xl/styles.xml": `<styleSheet ${SHEET}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
  });
}

const DRAWING = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const SLIDES = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';

/** Two slides, which a list by name would have in the other order if there were ten. */
export function pptx() {
  const slide = (...lines) =>
    `<p:sld ${SLIDES} ${DRAWING}>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join("")}</p:sld>`;
  return zipped({
    "ppt/slides/slide10.xml": slide("Boats", "Songs"),
    "ppt/slides/slide2.xml": slide("The evening"),
  });
}

const OFFICE = 'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"';
const TEXT = 'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"';

/** A speech: a heading and two lines. */
export function odt() {
  const lines = "<text:h>Winter</text:h><text:p>Dear crew,</text:p><text:p>thank you<text:s/>all.</text:p>";
  const body = `<office:body><office:text>${lines}</office:text></office:body>`;
  return zipped({ "content.xml": `<office:document-content ${OFFICE} ${TEXT}>${body}</office:document-content>` });
}
