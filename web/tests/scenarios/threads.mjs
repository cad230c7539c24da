// Threads beside their conversation: opened, walked and answered by keys in place; those with mentions and those that are
// one's own; marked as unread and unfollowed from the list, by its menu and by keys. In every look, with axe.
import { apiOf } from "../api.mjs";
import { serious } from "../axe.mjs";
import { tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { LOOKS, shoot } from "../shots.mjs";

const THREADS = [
  ["tomas", "Which lamp **flickers**? :bulb:", "mara", "The third one."],
  ["mara", "Who paints the boat?", "tomas", "I do, on Sunday."],
  ["mara", "New ropes are here.", "mara", "@tomas please count them."],
];

export default async function threads({ person, base, server }) {
  const apis = { tomas: await apiOf(server.api, "tomas"), mara: await apiOf(server.api, "mara") };
  const team = await apis.mara.get("/teams/name/harbour-lights");
  const channel = await apis.mara.get(`/teams/${team.id}/channels/name/off-topic`);
  for (const [author, message, other, answer] of THREADS) {
    const root = await apis[author].post("/posts", { channel_id: channel.id, message });
    await apis[other].post("/posts", { channel_id: channel.id, root_id: root.id, message: answer });
  }
  const tomas = await person("tomas");
  await tomas.goto(`${base}/harbour-lights/threads`);
  await tomas.locator(".thread-row").nth(2).waitFor();
  await tomas.getByText("Choose a thread").waitFor();
  await shoot(tomas, "threads-none");
  await beside(tomas);
  await answered(tomas);
  await filtered(tomas);
  await byKeys(tomas);
  await fromList(tomas);
  for (const [look, context] of Object.entries(LOOKS)) await seen(person, base, look, context);
}

const row = (page, text) => page.locator(".thread-item", { hasText: text });
const rows = async (page) => (await page.locator(".thread-row p").allTextContents()).map((text) => text.slice(0, 9));
const field = (page) => page.locator(".panel .composer textarea");

async function beside(tomas) {
  await tomas.keyboard.press("Alt+j");
  await tomas.locator(".panel .post", { hasText: "please count them" }).waitFor();
  const [list, panel] = await Promise.all(
    [".threads-side", ".panel"].map((part) =>
      tomas.locator(part).evaluate((one) => one.getBoundingClientRect().toJSON()),
    ),
  );
  expect.ok(list.width < 420 && list.right <= panel.left + 1, `the list is ${list.width} wide`);
  expect.ok(panel.right >= 1359, "beside the conversation room is left");
  expect.equal(await row(tomas, "New ropes").getAttribute("data-current"), "");
}

/** The keys lead on while one writes; the answer stands in the thread. */
async function answered(tomas) {
  await field(tomas).fill("Forty.");
  await tomas.keyboard.press("Enter");
  await tomas.locator(".panel .post:not([data-pending])", { hasText: "Forty." }).waitFor();
  await field(tomas).focus();
  await tomas.keyboard.press("Alt+j");
  await tomas.locator(".panel .post", { hasText: "on Sunday" }).waitFor();
  await tomas.keyboard.press("Alt+k");
  await tomas.locator(".panel .post", { hasText: "Forty." }).waitFor();
  await shoot(tomas, "threads-open");
}

async function filtered(tomas) {
  const press = (name) => tomas.locator(".threads-tabs").getByRole("button", { name, exact: true }).click();
  await tomas.locator(".panel").getByRole("button", { name: "Close panel" }).click();
  await press("Begun by me");
  await expect.soon(async () => (await rows(tomas)).includes("Who paint"), false);
  await row(tomas, "Which lamp").waitFor();
  await press("Unread");
  await row(tomas, "Which lamp").waitFor();
  await expect.soon(async () => (await rows(tomas)).includes("New ropes"), false);
  await press("Mentions");
  await expect.soon(() => row(tomas, "Which lamp").count(), 0);
  await press("All");
  await row(tomas, "New ropes").waitFor();
}

/** Read, unread and muted by a key; who mutes goes on with the next one, and a press takes it back. */
async function byKeys(tomas) {
  const standOn = (text) => row(tomas, text).locator(".thread-row").focus();
  await standOn("New ropes");
  await tomas.keyboard.press("e");
  await row(tomas, "New ropes").locator("[data-unread]").waitFor();
  await tomas.keyboard.press("e");
  await expect.gone(row(tomas, "New ropes").locator("[data-unread]"));
  await standOn("Who paints");
  await tomas.keyboard.press("f");
  await expect.gone(row(tomas, "Who paints"));
  await expect.soon(() => tomas.evaluate(() => document.activeElement.className), "thread-row");
  await tomas.locator(".toast").getByRole("button", { name: "Follow thread" }).click();
  await row(tomas, "Who paints").waitFor();
}

async function fromList(tomas) {
  const menu = async (text, name) => {
    await row(tomas, text).hover();
    await row(tomas, text).getByRole("button", { name: "Options of the thread" }).click();
    await tomas.getByRole("menuitem", { name }).click();
  };
  await menu("New ropes", "Mark as unread");
  await row(tomas, "New ropes").locator("[data-unread]").waitFor();
  await menu("New ropes", "Mark as read");
  await expect.gone(row(tomas, "New ropes").locator("[data-unread]"));
  await menu("Who paints", "Unfollow thread");
  await expect.gone(row(tomas, "Who paints"));
  await menu("Which lamp", "Go to the message");
  await tomas.waitForURL(/off-topic/);
}

async function seen(person, base, look, context) {
  const page = await person("mara", { ...context, bypassCSP: true });
  await page.goto(`${base}/harbour-lights/threads`);
  await page.locator(".thread-row").first().waitFor();
  await shoot(page, `threads-${look}-list`);
  await page.locator(".thread-row", { hasText: "New ropes" }).click();
  await page.locator(".panel .post", { hasText: "Forty." }).waitFor();
  await shoot(page, `threads-${look}`);
  expect.equal((await serious(page)).join("\n"), "");
  expect.equal((await tooWide(page)).join(), "");
  await page.context().close();
}
