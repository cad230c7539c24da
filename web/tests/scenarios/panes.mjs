// Two things beside each other: a second channel, a thread that is there again after a reload, an edge that is moved, and
// windows of their own.
import { field, row, said, visit, write } from "../acts.mjs";
import { serious } from "../axe.mjs";
import { expect } from "../expect.mjs";
import { LOOKS, shoot } from "../shots.mjs";

const beside = (page) => page.locator(".panel");

export default async function panes(world) {
  const { base } = world;
  const page = await world.person("mara", { bypassCSP: true });
  const tomas = await world.person("tomas");
  await visit(page, base, "town-square");
  await row(page, "Timetable").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Open beside" }).click();
  await beside(page).locator(".panel-head", { hasText: "Timetable" }).waitFor();
  await beside(page).locator(".post").first().waitFor();

  // Each has its own field, and letters typed anywhere are for the one in the middle.
  await beside(page).locator("textarea").fill("Half past nine, platform two");
  await page.keyboard.press("Enter");
  await beside(page).locator(".post", { hasText: "platform two" }).waitFor();
  await page.locator("#center").focus();
  await page.keyboard.type("here");
  expect.equal(await field(page).inputValue(), "here");
  await field(page).fill("");

  // What is said in either arrives, and what is in sight is read.
  await visit(tomas, base, "timetable");
  await said(tomas, "platform two").waitFor();
  await page.bringToFront();
  await write(tomas, "Half past nine it is");
  await beside(page).locator(".post", { hasText: "it is" }).waitFor();
  expect.equal((await serious(page)).join("\n"), "");
  await pictures(page);

  // The edge is moved with keys, stays, and so does what is beside.
  const width = async () => Math.round((await beside(page).boundingBox()).width);
  const before = await width();
  await page.getByRole("separator", { name: "Width of the side panel" }).focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect.soon(width, before + 48);
  await page.reload();
  await beside(page).locator(".panel-head", { hasText: "Timetable" }).waitFor();
  expect.equal(await width(), before + 48);
  await page.locator(".panel-edge").hover();
  await page.mouse.down();
  const { x } = await page.locator(".panel-edge").boundingBox();
  await page.mouse.move(x - 96, 300, { steps: 4 });
  await page.mouse.up();
  expect.ok(Math.abs((await width()) - before - 148) < 8, `the edge was let go at ${await width()} px`);

  await page.locator(".shell-center .posts[data-shown] .replies").first().click();
  await beside(page).locator(".panel-head", { hasText: "Thread" }).waitFor();
  await page.reload();
  await beside(page).locator(".panel-head", { hasText: "Thread" }).waitFor();
  await alone(page);
}

async function pictures(page) {
  for (const [look, { colorScheme, contrast = null, viewport }] of Object.entries(LOOKS)) {
    await page.emulateMedia({ colorScheme, contrast });
    await page.setViewportSize(viewport);
    await shoot(page, `panes-${look}`);
  }
  await page.emulateMedia({ colorScheme: "light", contrast: null });
  await page.setViewportSize(LOOKS.light.viewport);
}

/** A window of its own has no sidebar, and shows the same thread. */
async function alone(page) {
  const opened = page.waitForEvent("popup");
  await beside(page).getByRole("button", { name: "Open in a window of its own" }).click();
  const popup = await opened;
  await popup.locator(".panel-whole .post").first().waitFor();
  await expect.gone(page.locator(".panel"));
  expect.equal(await popup.locator(".sidebar").count(), 0);
  await popup.locator("textarea").fill("From a window of its own");
  await popup.keyboard.press("Enter");
  await popup.locator(".post", { hasText: "window of its own" }).waitFor();
  await shoot(popup, "panes-alone");
  await popup.reload();
  await popup.locator(".panel-whole .post", { hasText: "window of its own" }).waitFor();
  expect.equal(await popup.locator(".sidebar").count(), 0);
  await popup.close();
}
