// What people do in most scenarios.
import { expect } from "./expect.mjs";

export const field = (page) => page.locator(".shell-center .composer textarea").first();
export const said = (page, text) => page.locator(".posts[data-shown] .post", { hasText: text });
export const row = (page, name) => page.locator(".sidebar-row", { hasText: name });

/** Opens a channel of the sample team, and waits until it can be written in. */
export async function visit(page, base, channel) {
  await page.goto(`${base}/harbour-lights/channels/${channel}`);
  await field(page).waitFor();
}

/** Writes a message, and waits until the server has it. */
export async function write(page, text) {
  await field(page).fill(text);
  await page.keyboard.press("Enter");
  await expect.gone(page.locator("[data-pending]"));
}

/** Chooses from the menu of a message. The pointer comes from elsewhere, as a person's does. */
export async function menuOf(post, name) {
  await post.page().mouse.move(1, 1);
  await post.hover();
  await post.getByRole("button", { name: "More actions" }).click();
  await post.page().getByRole("menuitem", { name }).click();
}
