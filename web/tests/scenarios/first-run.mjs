// A new server: the first account, its team, the first message, and all of it again after a reload.
import { expect } from "../expect.mjs";

export const options = { sample: false };

/** Remembers what the foot of the sidebar says of the reader, from the first moment of each page. */
function rememberPresence() {
  window.presences = [];
  new MutationObserver(() => {
    const text = document.querySelector(".sidebar-me-text small")?.textContent.trim();
    if (text && window.presences.at(-1) !== text) window.presences.push(text);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

export default async function firstRun({ open, base }) {
  const page = await open();
  await page.addInitScript(rememberPresence);
  await page.goto(base);
  await page.getByRole("heading", { name: "Welcome" }).waitFor();
  await page.getByLabel("Email").fill("ann@example.com");
  await page.getByLabel("User name").fill("ann");
  await page.getByLabel("Password", { exact: true }).fill("correct-Horse-9");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Team name").fill("Night Shift");
  await page.getByRole("button", { name: "Create a team" }).click();
  await page.getByRole("textbox", { name: "Write to Town Square" }).fill("First light.");
  await page.keyboard.press("Enter");
  await page.getByText("First light.").waitFor();
  await expect.gone(page.locator('[data-pending="waiting"]'));
  await page.reload();
  await page.getByText("First light.").waitFor();
  expect.equal(await page.locator(".post", { hasText: "First light." }).count(), 1);

  // Whoever looks at the page is there, with and without a cache, and never was anything else.
  await expect.soon(() => page.evaluate(() => window.presences), ["Online"]);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByText("First light.").waitFor();
  await expect.soon(() => page.evaluate(() => window.presences), ["Online"]);
}
