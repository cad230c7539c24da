// A message that is edited: its files change with it, what was begun waits, older versions can be seen and brought back by
// its author, and by nobody else.
import { expect } from "../expect.mjs";

const said = (page, text) => page.locator(".posts[data-shown] .post", { hasText: text });
const editing = (page) => page.locator(".post-edit");

async function editLast(page) {
  await page.locator(".shell-center .composer textarea").focus();
  await page.keyboard.press("ArrowUp");
  await editing(page).waitFor();
}

export default async function versions({ person, base }) {
  const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
  const address = `${base}/harbour-lights/channels/off-topic`;
  await Promise.all([mara, tomas].map((page) => page.goto(address)));
  await Promise.all([mara, tomas].map((page) => page.locator(".composer textarea").waitFor()));
  await mara.locator(".composer textarea").fill("Tide at nine.");
  await mara.keyboard.press("Enter");
  await said(tomas, "Tide at nine.").waitFor();

  // A file comes with the edit.
  await editLast(mara);
  await editing(mara)
    .locator('input[type="file"]')
    .setInputFiles({ name: "tides.txt", mimeType: "text/plain", buffer: Buffer.from("09:12 high") });
  await mara.locator(".post-edit .composer-file", { hasText: "tides.txt" }).waitFor();
  await expect.gone(mara.locator(".post-edit progress"));
  await editing(mara).locator("textarea").fill("Tide at ten.");
  await mara.keyboard.press("Enter");
  await said(tomas, "Tide at ten.").getByText("tides.txt").waitFor();

  // Begun, and looked elsewhere: it waits.
  await editLast(mara);
  await editing(mara).locator("textarea").fill("Tide at noon, or");
  await mara.locator('.sidebar-row a[href$="/channels/town-square"]').click();
  await mara.waitForURL(/town-square/);
  await mara.locator('.sidebar-row a[href$="/channels/off-topic"]').click();
  await mara.waitForURL(/off-topic/);
  expect.equal(await editing(mara).locator("textarea").inputValue(), "Tide at noon, or");
  await mara.locator('.sidebar-row a[href$="/threads"]').click();
  await mara.waitForURL(/threads/);
  await mara.locator('.sidebar-row a[href$="/channels/off-topic"]').click();
  await mara.waitForURL(/off-topic/);
  await editLast(mara);
  await mara.getByText("You began this edit before.").waitFor();
  expect.equal(await editing(mara).locator("textarea").inputValue(), "Tide at noon, or");
  await mara.keyboard.press("Escape");
  await expect.gone(editing(mara));

  // Looked at, and brought back; the file was not in that version.
  await said(mara, "Tide at ten.").getByRole("button", { name: "(edited)" }).click();
  const older = mara.locator(".version", { hasText: "Tide at nine." });
  await older.getByRole("button", { name: "Choose this one" }).click();
  await mara.getByRole("button", { name: "Bring this version back" }).click();
  await said(tomas, "Tide at nine.").waitFor();
  await expect.gone(said(tomas, "Tide at nine.").getByText("tides.txt"));
  expect.equal(await said(tomas, "Tide at nine.").getByRole("button", { name: "(edited)" }).count(), 0);
}
