// Documents: a PDF by its first page, read in place with words that can be marked; office files by what they are, and their
// words where they stand; and what reads documents is loaded with the first of them, not before.
import { said, visit } from "../acts.mjs";
import { serious } from "../axe.mjs";
import { cutOff, tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { asFile, pdf } from "../media.mjs";
import { docx, odt, pptx, xlsx } from "../office.mjs";
import { LOOKS, shoot } from "../shots.mjs";

const PAGES = ["Tide tables", "Berths in winter", "Lamps and horns"];
const OFFICE = "application/vnd.openxmlformats-officedocument";
const FILES = [
  asFile("harbour.pdf", "application/pdf", pdf(PAGES)),
  asFile("broken.pdf", "application/pdf", Buffer.from("%PDF-1.4\nnothing of it")),
  asFile("budget.xlsx", `${OFFICE}.spreadsheetml.sheet`, xlsx()),
  asFile("speech.odt", "application/vnd.oasis.opendocument.text", odt()),
  asFile("evening.pptx", `${OFFICE}.presentationml.presentation`, pptx()),
  asFile("letter.docx", `${OFFICE}.wordprocessingml.document`, docx()),
  asFile("torn.docx", `${OFFICE}.wordprocessingml.document`, Buffer.from("PK\x03\x04 nothing of it")),
];

/** What of the reader of documents is loaded. */
const readers = (page) =>
  page.evaluate(
    () => performance.getEntriesByType("resource").filter(({ name }) => /\/assets\/pdf[.-].*\.js/.test(name)).length,
  );

const open = (page, name) => page.getByRole("button", { name: `Open ${name}` });
const dialog = (page) => page.locator("dialog[open]");

async function read(page) {
  await open(page, "harbour.pdf").focus();
  await page.keyboard.press("Enter");
  await dialog(page).getByText("3 pages").waitFor();
  await expect.soon(() => dialog(page).getByRole("region").count(), PAGES.length);
  const words = dialog(page).getByRole("region", { name: "Page 1", exact: true }).getByText(PAGES[0]);
  await words.waitFor();
  // The words lie over their picture, as wide as it is drawn.
  const [word, sheet] = [await words.boundingBox(), await dialog(page).locator(".pdf-page").first().boundingBox()];
  expect.ok(word.width > 0.2 * sheet.width && word.width < 0.5 * sheet.width, `the words are ${word.width} px wide`);
  await shoot(page, "pdf-open");
  expect.equal((await serious(page)).join("\n"), "");

  await page.keyboard.press("+");
  await dialog(page).getByText("125%").waitFor();
  await expect.soon(
    async () => (await dialog(page).locator(".pdf-page").first().boundingBox()).width > sheet.width,
    true,
  );
  await page.keyboard.press("0");
  await page.keyboard.press("End");
  await dialog(page).getByText(PAGES[2]).waitFor();
  await page.keyboard.press("Escape");
  await expect.gone(dialog(page));
  const back = await open(page, "harbour.pdf").evaluate((one) => one === document.activeElement);
  expect.ok(back, "what opened it has not the focus again");
}

/** The words of office files, where they stand. */
async function unfolded(page, post) {
  const card = (name) => post.locator(".file-card", { hasText: name });
  const unfold = (name) =>
    card(name)
      .getByRole("button", { name: `Show ${name}` })
      .click();
  await unfold("letter.docx");
  await expect.soon(
    () => card("letter.docx").locator(".office p").allTextContents(),
    ["To the harbour master", "The lamp at the north pier is out.\tPlease see to it.", "Mara"],
  );
  expect.equal(
    await card("letter.docx").locator(".office-heading").allTextContents().then(String),
    "To the harbour master",
  );
  await unfold("budget.xlsx");
  await expect.soon(
    () => card("budget.xlsx").locator("tr").allTextContents(),
    ["WhatWhenEuro", "Ropes2026-04-01120.5", "Paint80"],
  );
  await unfold("speech.odt");
  await expect.soon(
    () => card("speech.odt").locator(".office p").allTextContents(),
    ["Winter", "Dear crew,", "thank you all."],
  );
  await unfold("evening.pptx");
  await expect.soon(() => card("evening.pptx").locator(".office li").allTextContents(), ["The evening", "BoatsSongs"]);
  await shoot(page, "documents-office");
  expect.equal((await serious(page)).join("\n"), "");
  await unfold("torn.docx");
  await card("torn.docx").getByRole("alert").waitFor();
}

export default async function documents({ base, person }) {
  const page = await person("mara");
  await visit(page, base, "off-topic");
  expect.equal(await readers(page), 0);
  await page.locator(".shell-center input[type=file]").setInputFiles(FILES);
  await expect.gone(page.locator(".composer-file progress"));
  await page.keyboard.type("For the winter:");
  await page.keyboard.press("Enter");
  const post = said(page, "For the winter:");
  await post.locator(".file-first img").first().waitFor();
  expect.ok((await readers(page)) > 0, "nothing was loaded to read it");
  const cards = await post.locator(".file-card .file-text").allTextContents();
  for (const kind of ["Spreadsheet · XLSX", "Document · ODT", "Presentation · PPTX"])
    expect.ok(
      cards.some((card) => card.includes(kind)),
      `${kind} is not said in ${cards.join()}`,
    );
  await shoot(page, "documents");
  await read(page);
  await unfolded(page, post);

  await open(page, "broken.pdf").click();
  await dialog(page).getByText("It could not be loaded. It can be downloaded.").waitFor();
  await page.keyboard.press("Escape");

  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize(LOOKS.phone.viewport);
  expect.equal([...(await cutOff(page)), ...(await tooWide(page))].join("\n"), "");
  await shoot(page, "documents-phone");
  await open(page, "harbour.pdf").click();
  await dialog(page).getByText(PAGES[0]).waitFor();
  expect.equal((await tooWide(page)).join("\n"), "");
  await shoot(page, "pdf-phone");
}
