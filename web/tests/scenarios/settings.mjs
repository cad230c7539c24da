// A person's settings: what is chosen holds after a reload and elsewhere; a wrong password is told, a lost device put out.
import { expect } from "../expect.mjs";

const open = (page) => page.keyboard.press("Control+Shift+A");

export default async function settings({ person }) {
  const page = await person("tomas");
  await open(page);
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByLabel("Position").fill("Deck hand");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").first().waitFor();

  // Language and theme change at once.
  await dialog.getByRole("tab", { name: "Display" }).click();
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
  await page.getByRole("alert").first().waitFor();

  // Another device is out once its session is ended here.
  const other = await person("tomas");
  const sessionOfOther = await other.evaluate(async () => {
    const sessions = await (await fetch("/api/v4/users/me/sessions")).json();
    return sessions.sort((a, b) => b.create_at - a.create_at)[0].create_at;
  });
  expect.ok(sessionOfOther > 0);
  await page.reload();
  await open(page);
  await page.getByRole("tab", { name: "Sicherheit" }).click();
  const rows = page.getByRole("button", { name: "Beenden", exact: true });
  await rows.nth(1).waitFor();
  const before = await rows.count();
  // The list begins with the session seen last, which is this one; the other window's follows.
  await rows.nth(1).click();
  await expect.soon(() => rows.count(), before - 1);
}
