// What waits with a message that is being written: pictures of the files, their size, their order by hand and by keys; a
// range of a spreadsheet that becomes a table; a long text that becomes a file. In every look, with axe.
import { field, said, visit } from "../acts.mjs";
import { serious } from "../axe.mjs";
import { tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { asFile, chequered } from "../media.mjs";
import { LOOKS, shoot } from "../shots.mjs";

const FILES = [
  asFile("red.png", "image/png", chequered([180, 60, 60], 300, 200)),
  asFile("blue.png", "image/png", chequered([60, 60, 180], 200, 300)),
  asFile("green.png", "image/png", chequered([60, 150, 60], 200, 200)),
  asFile("rota.txt", "text/plain", Buffer.from("mara, tomas")),
];
const LONG = Array.from({ length: 60 }, (_, at) => `watch ${at}: calm`).join("\n");

const inComposer = (page) => page.locator(".shell-center .composer");
const chip = (page, name) => inComposer(page).locator(".composer-file", { hasText: name });
const names = (page) => inComposer(page).locator(".composer-file > span").allTextContents();

export default async function attaching({ person, base }) {
  const [mara, tomas] = await Promise.all([
    person("mara", { permissions: ["clipboard-read", "clipboard-write"] }),
    person("tomas"),
  ]);
  await Promise.all([mara, tomas].map((page) => visit(page, base, "off-topic")));
  await shown(mara);
  await ordered(mara);
  await sent(mara, tomas);
  await ranges(mara, tomas);
  await longText(mara, tomas);
  for (const [look, context] of Object.entries(LOOKS)) await seen(person, base, look, context);
}

async function attach(page) {
  await inComposer(page).locator('input[type="file"]').setInputFiles(FILES);
  await expect.soon(async () => (await names(page)).length, FILES.length);
  await expect.gone(page.locator(".composer-file progress"));
}

/** A picture of each picture, and the size of every file. */
async function shown(mara) {
  await attach(mara);
  const drawn = () =>
    inComposer(mara)
      .locator(".composer-thumb img")
      .evaluateAll((all) => all.map((one) => one.naturalWidth > 0));
  await expect.soon(drawn, [true, true, true]);
  expect.equal(await chip(mara, "rota.txt").locator("small").textContent(), "11 bytes");
}

async function ordered(mara) {
  await chip(mara, "green.png").dragTo(chip(mara, "red.png"));
  await expect.soon(() => names(mara), ["green.png", "red.png", "blue.png", "rota.txt"]);
  const remove = chip(mara, "blue.png").getByRole("button", { name: "Remove blue.png" });
  await remove.focus();
  await mara.keyboard.press("Shift+ArrowLeft");
  await expect.soon(() => names(mara), ["green.png", "blue.png", "red.png", "rota.txt"]);
  const focused = () => mara.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  expect.equal(await focused(), "Remove blue.png");
  await mara.keyboard.press("Shift+ArrowLeft");
  await mara.keyboard.press("Shift+ArrowLeft");
  await expect.soon(() => names(mara), ["blue.png", "green.png", "red.png", "rota.txt"]);
  // The order waits with the draft.
  await mara.waitForResponse((answer) => answer.url().includes("/drafts") && answer.request().method() === "POST");
  await mara.reload();
  await expect.soon(() => names(mara), ["blue.png", "green.png", "red.png", "rota.txt"]);
}

async function sent(mara, tomas) {
  await field(mara).fill("In this order");
  await mara.keyboard.press("Enter");
  const alts = () =>
    said(tomas, "In this order")
      .locator(".file-image img")
      .evaluateAll((all) => all.map((one) => one.alt));
  await expect.soon(alts, ["blue.png", "green.png", "red.png"]);
}

const copy = (page, text, html) =>
  page.evaluate(
    ([plain, markup]) =>
      navigator.clipboard.write([
        new ClipboardItem({
          "text/plain": new Blob([plain], { type: "text/plain" }),
          ...(markup ? { "text/html": new Blob([markup], { type: "text/html" }) } : {}),
        }),
      ]),
    [text, html],
  );

/** As a table, which one key takes back; without the style it is pasted as it is. */
async function ranges(mara, tomas) {
  await copy(mara, "Pier\tShips\nNorth\t12\nEast\t7\n", "<table><tr><td>Pier</td><td>Ships</td></tr></table>");
  await field(mara).fill("Ships today:");
  await mara.keyboard.press("Control+V");
  const table = "Ships today:\n| Pier | Ships |\n| --- | ---: |\n| North | 12 |\n| East | 7 |\n";
  await expect.soon(() => field(mara).inputValue(), table);
  await mara.keyboard.press("Control+Z");
  await expect.soon(() => field(mara).inputValue(), "Ships today:");
  await mara.keyboard.press("Control+Shift+V");
  await expect.soon(() => field(mara).inputValue(), "Ships today:Pier\tShips\nNorth\t12\nEast\t7\n");
  await field(mara).fill("Ships today:");
  await mara.keyboard.press("Control+V");
  await mara.keyboard.press("Enter");
  const cells = () => said(tomas, "Ships today").locator("td").allTextContents();
  await expect.soon(cells, ["North", "12", "East", "7"]);
}

/** It stands there as text until somebody says that it shall be a file. */
async function longText(mara, tomas) {
  await copy(mara, LONG);
  await field(mara).fill("The log: ");
  await mara.keyboard.press("Control+V");
  const offer = inComposer(mara).locator(".composer-offer");
  await offer.getByText("60 lines").waitFor();
  await shoot(mara, "attaching-offer");
  await expect.soon(async () => (await field(mara).inputValue()).length, LONG.length + 9);
  await offer.getByRole("button", { name: "As a file" }).click();
  await expect.soon(() => names(mara), ["pasted.txt"]);
  expect.equal(await field(mara).inputValue(), "The log: ");
  await expect.gone(mara.locator(".composer-file progress"));
  await field(mara).press("Enter");
  const card = said(tomas, "The log:").locator(".file-card");
  await card.getByRole("button", { name: "Show pasted.txt" }).click();
  await card.getByText("watch 59: calm").waitFor();
  // Left as text it goes as text.
  await field(mara).focus();
  await mara.keyboard.press("Control+V");
  await offer.getByRole("button", { name: "Leave it as text" }).click();
  await expect.gone(offer);
  await field(mara).fill("");
}

async function seen(person, base, look, context) {
  const page = await person("yuki", { ...context, bypassCSP: true });
  await visit(page, base, "town-square");
  await attach(page);
  await page.route("**/api/v4/files?*", (route) => route.abort());
  const broken = asFile("a long name of a plan that does not arrive.pdf", "application/pdf", Buffer.from("%PDF"));
  await inComposer(page).locator('input[type="file"]').setInputFiles(broken);
  await chip(page, "a long name").getByRole("alert").waitFor();
  await shoot(page, `attaching-${look}`);
  expect.equal((await serious(page)).join("\n"), "");
  expect.equal((await tooWide(page)).join(), "");
  for (const one of [...FILES, broken])
    await chip(page, one.name)
      .getByRole("button", { name: /Remove/ })
      .click();
  await page.context().close();
}
