// Two tabs of one person: a draft, what was read and what was written are the same in both.
import { expect } from "../expect.mjs";

const area = (page) => page.locator(".composer textarea").first();
const posts = (page) =>
  page.locator(".posts[data-shown] .post-text").evaluateAll((all) => all.map((one) => one.textContent));

export default async function tabs({ person, tab, base }) {
  const [first, tomas] = await Promise.all([person("mara"), person("tomas")]);
  const second = await tab(first);
  const square = `${base}/harbour-lights/channels/town-square`;
  const timetable = `${base}/harbour-lights/channels/timetable`;
  await Promise.all([first.goto(square), second.goto(square), tomas.goto(timetable)]);
  await Promise.all([first, second, tomas].map((page) => page.locator(".posts[data-shown] .post").first().waitFor()));

  // A draft grows in one tab and stands in the other; it goes with what is sent.
  await area(first).pressSequentially("Half a thought");
  await expect.soon(() => area(second).inputValue(), "Half a thought");
  await area(second).press("End");
  await area(second).pressSequentially(", now whole.");
  await expect.soon(() => area(first).inputValue(), "Half a thought, now whole.");
  await area(first).press("Enter");
  await second.locator(".posts[data-shown] .post", { hasText: "Half a thought, now whole." }).waitFor();
  await expect.soon(() => area(second).inputValue(), "");
  await expect.soon(() => posts(second), await posts(first));

  // What is unread is unread in both, and read in both.
  const unread = (page) => page.locator(".sidebar-row[data-unread]", { hasText: "Timetable" }).count();
  await area(tomas).fill("The ferry leaves at noon.");
  await area(tomas).press("Enter");
  for (const page of [first, second]) await expect.soon(() => unread(page), 1);
  await second.locator(".sidebar-row", { hasText: "Timetable" }).getByRole("link").click();
  await second.locator(".posts[data-shown] .post", { hasText: "The ferry leaves at noon." }).waitFor();
  await expect.soon(() => unread(first), 0);

  // What was typed a moment ago survives a reload.
  await area(second).pressSequentially("Not yet sai");
  await area(second).pressSequentially("d");
  await second.reload();
  await expect.soon(() => area(second).inputValue(), "Not yet said");

  // Signed out in one tab is signed out in the other.
  await first.locator(".sidebar-me").click();
  await first.getByRole("menuitem", { name: "Sign out" }).click();
  for (const page of [first, second]) await page.waitForURL(/login/);
}
