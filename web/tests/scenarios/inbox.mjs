// Everything that is unread in one list: grouped, those that call first; read there, put away and brought back by keys, opened
// where it was said. In every look, with axe.
import { field, visit, write } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { serious } from "../axe.mjs";
import { tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { LOOKS, shoot } from "../shots.mjs";

export default async function inbox({ person, base, server }) {
  const api = await apiOf(server.api, "mara");
  const team = await api.get("/teams/name/harbour-lights");
  const talk = await api.get(`/teams/${team.id}/channels/name/off-topic`);
  for (let at = 1; at <= 7; at += 1)
    await api.post("/posts", { channel_id: talk.id, message: `Watch ${at} is **calm** :tada:` });
  const tomas = await person("tomas");
  await visit(tomas, base, "town-square");
  await field(tomas).focus();
  await tomas.keyboard.press("Control+Shift+U");
  await tomas.waitForURL(/inbox/);
  await grouped(tomas);
  await byKeys(tomas);
  await threadByKeys(tomas, await apiOf(server.api, "tomas"), team);
  await arrives(tomas, await person("mara"), base);
  for (const [look, context] of Object.entries(LOOKS)) await seen(person, base, look, context);
  await opened(tomas);
}

const group = (page, name) => page.getByRole("region", { name, exact: true });
const names = (page) => page.locator(".inbox-group").evaluateAll((all) => all.map((one) => one.ariaLabel));

async function grouped(tomas) {
  const talk = group(tomas, "Off-Topic");
  await talk.getByText("Watch 3 is calm").waitFor();
  expect.equal(await talk.locator(".inbox-line").count(), 5);
  // What calls comes first, threads before all.
  const order = await names(tomas);
  expect.ok(order.indexOf("Timetable") < order.indexOf("Off-Topic"), order.join());
  expect.equal(order[0], "Thread");
  await talk.locator(".inbox-line .emoji").first().waitFor();
}

/** Down to a group, put away, brought back. */
async function byKeys(tomas) {
  await group(tomas, "Off-Topic").focus();
  await tomas.keyboard.press("e");
  await tomas.locator(".inbox-group[data-read]").waitFor();
  await expect.soon(() => tomas.locator(".sidebar-row[data-unread]", { hasText: "Off-Topic" }).count(), 0);
  expect.equal(await tomas.evaluate(() => document.activeElement.ariaLabel), "Off-Topic");
  await tomas.keyboard.press("e");
  await expect.gone(tomas.locator(".inbox-group[data-read]"));
  await tomas.locator(".sidebar-row[data-unread]", { hasText: "Off-Topic" }).waitFor();
  const before = await names(tomas);
  await tomas.keyboard.press("ArrowUp");
  const above = before[before.indexOf("Off-Topic") - 1];
  expect.equal(await tomas.evaluate(() => document.activeElement.ariaLabel), above);
}

/** A thread is read and brought back where it stands; muted it goes, and the next one has the focus. */
async function threadByKeys(tomas, api, team) {
  const thread = group(tomas, "Thread").first();
  await thread.focus();
  await tomas.keyboard.press("e");
  await tomas.locator('.inbox-group[aria-label="Thread"][data-read]').waitFor();
  await tomas.keyboard.press("e");
  await expect.gone(tomas.locator('.inbox-group[aria-label="Thread"][data-read]'));
  const before = await group(tomas, "Thread").count();
  const followed = async () => (await api.get(`/users/me/teams/${team.id}/threads`)).total;
  const all = await followed();
  await tomas.keyboard.press("f");
  await expect.soon(() => group(tomas, "Thread").count(), before - 1);
  await expect.soon(() => tomas.evaluate(() => document.activeElement.className), "inbox-group");
  await expect.soon(followed, all - 1);
  await tomas.locator(".toast").getByRole("button", { name: "Follow thread" }).click();
  await expect.soon(followed, all);
}

/** What comes meanwhile stands there without anything being asked for. */
async function arrives(tomas, mara, base) {
  await group(tomas, "Timetable").getByRole("button", { name: "Mark as read" }).click();
  await tomas.locator('.inbox-group[aria-label="Timetable"][data-read]').waitFor();
  await visit(mara, base, "town-square");
  await write(mara, "@tomas the ferry waits");
  await group(tomas, "Town Square").getByText("the ferry waits").waitFor();
  await write(mara, "@tomas it leaves");
  await group(tomas, "Town Square").getByText("it leaves").waitFor();
}

async function seen(person, base, look, context) {
  const page = await person("sven", { ...context, bypassCSP: true });
  await page.goto(`${base}/harbour-lights/inbox`);
  await group(page, "Off-Topic").getByText("Watch 1 is").waitFor();
  await shoot(page, `inbox-${look}`);
  expect.equal((await serious(page)).join("\n"), "");
  expect.equal((await tooWide(page)).join(), "");
  await page.context().close();
}

async function opened(tomas) {
  await group(tomas, "Off-Topic").getByText("Watch 2 is calm").click();
  await tomas.waitForURL(/off-topic/);
  await tomas.locator(".posts[data-shown] .post[data-lit]", { hasText: "Watch 2" }).waitFor();
}
