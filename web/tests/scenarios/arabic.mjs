// The parts of the window in Arabic, each as it is while it is used: mirrored, nothing cut off, nothing too wide, and axe
// finds nothing serious. They are opened in English and change their language where they stand, but for menus.
import { field, menuOf, row, said, visit } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { serious } from "../axe.mjs";
import { cutOff, tooWide, turned } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { chequered, pdf } from "../media.mjs";
import { docx } from "../office.mjs";
import { shoot } from "../shots.mjs";

const COLOURS = [
  [180, 90, 70],
  [80, 130, 90],
  [70, 100, 170],
];

export default async function arabic({ person, base, server }) {
  const mara = await apiOf(server.api, "mara");
  await filled(mara);
  const page = await person("sven", { bypassCSP: true });
  const api = await apiOf(server.api, "sven");
  const { id } = await api.get("/users/me");
  const speak = async (locale, dir) => {
    await api.put(`/users/${id}/patch`, { locale });
    await expect.soon(() => page.evaluate(() => document.documentElement.dir), dir);
  };
  const found = [];
  // What keeps the words that it was opened with is opened by `open`.
  const seen = async (name, open = async () => {}) => {
    await speak("ar", "rtl");
    await open();
    // The words are on their way, and the letters after them.
    await page.waitForTimeout(400);
    await page.evaluate(() => document.fonts.ready);
    await shoot(page, `arabic-${name}`);
    for (const one of [
      ...(await cutOff(page)),
      ...(await turned(page)),
      ...(await tooWide(page)),
      ...(await beheaded(page)),
      ...(await serious(page)),
    ])
      found.push(`${name}: ${one}`);
    await speak("en", "ltr");
  };
  for (const part of [catchingUp, writing, looking, beside]) await part(page, base, seen);
  expect.equal(found.join("\n"), "");
}

/** Messages in one line that lose their beginning, as they are cut by something that is read the other way. */
const beheaded = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".text-summary")]
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        let cutting = one;
        while (cutting && getComputedStyle(cutting).textOverflow !== "ellipsis") cutting = cutting.parentElement;
        return cutting && getComputedStyle(cutting).direction !== getComputedStyle(one).direction;
      })
      .map((one) => `"${one.textContent.slice(0, 40)}" loses its beginning`),
  );

/** What there is to see: pictures, documents, something unread. */
async function filled(api) {
  const team = await api.get("/teams/name/harbour-lights");
  const talk = await api.get(`/teams/${team.id}/channels/name/off-topic`);
  const upload = async (name, bytes) => {
    const query = new URLSearchParams({ channel_id: talk.id, filename: name });
    return (await api.send(`/files?${query}`, bytes)).file_infos[0].id;
  };
  const pictures = [];
  for (const [at, colour] of COLOURS.entries())
    pictures.push(await upload(`view ${at + 1}.png`, chequered(colour, 400 + 120 * at, 300)));
  const papers = [await upload("letter.docx", docx()), await upload("tides.pdf", pdf(["Tide tables"]))];
  await api.post("/posts", { channel_id: talk.id, message: "The views from the pier", file_ids: pictures });
  await api.post("/posts", { channel_id: talk.id, message: "The papers for winter", file_ids: papers });
}

async function catchingUp(page, base, seen) {
  await page.goto(`${base}/harbour-lights/inbox`);
  await page.locator(".inbox-line").first().waitFor();
  await seen("inbox");
  await page.goto(`${base}/harbour-lights/threads`);
  await page.locator(".thread-row").first().click();
  await page.locator(".panel .post").first().waitFor();
  await seen("threads");
  await visit(page, base, "off-topic");
  await page.keyboard.press("Control+Shift+F");
  await page.getByPlaceholder("Search messages and files").fill("the from:mara in:off-topic has:file");
  await page.keyboard.press("Enter");
  await page.locator(".found").first().waitFor();
  await seen("search");
  await page.locator(".found").first().hover();
  await page.locator(".found .post").first().hover();
  await page.locator(".found-where button").first().click({ trial: true });
  await page.locator(".panel-head button").last().click();
}

async function writing(page, base, seen) {
  await visit(page, base, "town-square");
  await page.locator(".shell-center .composer-bar").getByRole("button", { name: "Formatting" }).click();
  await field(page).fill("مساء الخير @mara، **الميناء** في ~timetable :tada:");
  await page.locator(".shell-center .composer-pills mark").first().waitFor();
  await page.getByRole("button", { name: "Preview" }).first().click();
  await page.locator(".format-preview strong").waitFor();
  await seen("formatting");
  await page.getByRole("button", { name: "Preview" }).first().click();
  await field(page).fill("");
  await page.getByRole("button", { name: "Begin a poll" }).first().click();
  await page.getByLabel("Question").fill("أيّ رصيف؟");
  await page.getByLabel("Options", { exact: true }).fill("الأول\nالثاني");
  await seen("poll-dialog");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.locator(".posts[data-shown] .poll button").first().click();
  await seen("poll");
}

async function looking(page, base, seen) {
  await visit(page, base, "off-topic");
  const views = said(page, "The views from the pier");
  await expect.soon(
    () => views.locator(".file-image img").evaluateAll((all) => all.every((one) => one.naturalWidth > 0)),
    true,
  );
  await menuOf(views, "Forward…");
  await page.locator("dialog .quoted .file-image img").first().waitFor();
  await seen("forward");
  await page.keyboard.press("Escape");
  const papers = said(page, "The papers for winter");
  await papers.locator(".file-first img").waitFor();
  await papers.getByRole("button", { name: "Show letter.docx" }).click();
  await papers.locator(".office p").first().waitFor();
  await seen("files");
  await views.locator(".file-image").nth(1).click();
  await page.locator(".viewer-strip img").first().waitFor();
  await seen("viewer");
  await page.keyboard.press("Escape");
}

async function beside(page, base, seen) {
  await visit(page, base, "town-square");
  const openMenu = () => row(page, "Timetable").click({ button: "right" });
  await seen("menu", openMenu);
  await page.keyboard.press("Escape");
  await openMenu();
  await page.getByRole("menuitem", { name: "Open beside" }).click();
  await page.locator(".panel .post").first().waitFor();
  await seen("panes");
  await page.keyboard.press("Control+Shift+A");
  await page.getByRole("tab", { name: "Display" }).click();
  await page.getByRole("switch", { name: "Keep the last 30 days on this device" }).scrollIntoViewIfNeeded();
  await seen("settings");
}
