// A person's settings: what is chosen holds after a reload and elsewhere; a wrong password is told, a lost device put out.
import { expect } from "../expect.mjs";

/** Keys are heard once the channel is there. */
const open = async (page) => {
  await page.locator(".composer textarea").first().waitFor();
  await page.keyboard.press("Control+Shift+A");
};

export default async function settings({ person }) {
  const page = await person("tomas");
  await open(page);
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByLabel("Position").fill("Deck hand");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").first().waitFor();

  // What is chosen of messages holds at once: Enter begins a line, and no reaction is offered on a message.
  await dialog.getByRole("tab", { name: "Display" }).click();
  await dialog.getByLabel("Send with Ctrl Enter").check({ force: true });
  await dialog.getByLabel("Quick reactions on messages").uncheck({ force: true });
  await dialog.getByLabel("Collapse pictures").check({ force: true });
  await page.keyboard.press("Escape");
  await expect.gone(page.locator("dialog"));
  await messages(page);
  await open(page);
  await dialog.getByRole("tab", { name: "Display" }).click();

  // Language and theme change at once.
  await dialog.getByRole("radio", { name: "Dark" }).check({ force: true });
  expect.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  const stored = page.waitForResponse((answer) => answer.url().endsWith("/users/me/patch"));
  await dialog.getByLabel("Language").selectOption("de");
  await page.getByRole("tab", { name: "Anzeige" }).waitFor();
  await stored;
  await page.reload();
  await page.locator(".composer textarea").first().waitFor();
  await expect.soon(() => page.evaluate(() => document.documentElement.lang), "de");
  expect.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");

  // A password is changed only by who knows it.
  await open(page);
  await page.getByRole("tab", { name: "Sicherheit" }).click();
  await page.getByLabel("Aktuelles Passwort").fill("wrong");
  await page.getByLabel("Neues Passwort").fill("Another-Pass2");
  await page.getByRole("button", { name: "Passwort ändern" }).click();
  await page.getByRole("alert").filter({ hasText: "Das aktuelle Passwort ist nicht richtig." }).waitFor();

  // Whoever lost a device ends every session; this one and the other are signed out.
  const other = await person("tomas");
  await page.reload();
  await open(page);
  await page.getByRole("tab", { name: "Sicherheit" }).click();
  await page.getByRole("button", { name: "Beenden", exact: true }).nth(1).waitFor();
  expect.equal(await page.locator(".settings-row", { hasText: "Diese hier" }).count(), 1);
  await page.getByRole("button", { name: "Alle beenden" }).click();
  for (const window of [page, other]) await window.waitForURL(/login/);
}

async function messages(page) {
  const field = page.locator(".composer textarea").first();
  await field.focus();
  await page.keyboard.type("one");
  await page.keyboard.press("Enter");
  await page.keyboard.type("two");
  expect.equal(await field.inputValue(), "one\ntwo");
  await page.keyboard.press("Control+Enter");
  const said = page.locator(".posts[data-shown] .post").last();
  await said.filter({ hasText: "two" }).waitFor();
  await said.hover();
  await said.getByRole("button", { name: "Add a reaction" }).waitFor();
  expect.equal(await said.getByRole("button", { name: /^React with/ }).count(), 0);

  // Pictures wait behind a button.
  await page.locator('.sidebar-row a[href$="/channels/town-square"]').click();
  await page.getByRole("button", { name: "Show the picture" }).click();
  await page.locator(".posts[data-shown] .file-image").waitFor();
}
