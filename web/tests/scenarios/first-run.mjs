// A new server: the first account, its team, the first message, and all of it again after a reload.
import { expect } from "../expect.mjs";

export const options = { sample: false };

export default async function firstRun({ open, base }) {
  const page = await open();
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
}
