// Filters of a search as chips: chosen from people, channels, days and kinds, seen while typing, taken out by a press. A
// search of one channel or conversation by a key; searches that are saved on all devices; what a reply that was found
// answers; a thread, and on a phone a message, that leads back to what was found. In every look.
import { row, said, visit } from "../acts.mjs";
import { apiOf, each } from "../api.mjs";
import { serious } from "../axe.mjs";
import { tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { png } from "../media.mjs";
import { LOOKS, shoot } from "../shots.mjs";

export default async function searching({ person, base, server }) {
  for (const [name, channel] of [
    ["mara", "off-topic"],
    ["mara", "timetable"],
    ["priya", "off-topic"],
  ]) {
    const api = await apiOf(server.api, name);
    const team = await api.get("/teams/name/harbour-lights");
    const place = await api.get(`/teams/${team.id}/channels/name/${channel}`);
    await api.post("/posts", { channel_id: place.id, message: `The quagga of ${name} in ${channel}` });
  }
  const tomas = await person("tomas");
  await visit(tomas, base, "town-square");
  await tomas.getByRole("button", { name: "Search messages" }).first().click();
  const field = tomas.getByPlaceholder("Search messages and files");
  await field.fill("quagga");
  await tomas.keyboard.press("Enter");
  const found = () => tomas.locator(".found").count();
  await expect.soon(found, 3);
  await narrowed(tomas, field, found);
  await days(tomas, field, found);
  await kinds(tomas, field, server.api);
  await here(tomas, field, found);
  await saved(tomas, field, await person("tomas"));
  await thereAndBack(tomas, field, server.api);
  await farAndBack(tomas, field, server.api);
  await filesFound(tomas, field);
  await inAConversation(tomas, base, field, server.api);
  await onAPhone(person, base);
  for (const [look, context] of Object.entries(LOOKS)) await seen(person, base, look, context);
}

const chips = (page) => page.locator(".filter-chips .choice-chip").allTextContents();
const add = async (page, what) => {
  await page.getByRole("button", { name: "Add a filter" }).click();
  await page.getByRole("menuitem", { name: what }).click();
};

async function narrowed(tomas, field, found) {
  await add(tomas, "From: …");
  await tomas.getByRole("combobox", { name: "From: …" }).fill("mara");
  await tomas.getByRole("option", { name: "@mara" }).click();
  await expect.soon(found, 2);
  await expect.soon(() => chips(tomas), ["From: mara"]);
  await add(tomas, "In: …");
  await tomas.getByRole("combobox", { name: "In: …" }).fill("time");
  await tomas.getByRole("option", { name: "Timetable" }).click();
  await expect.soon(found, 1);
  await expect.soon(() => chips(tomas), ["From: mara", "In: Timetable"]);
  expect.equal(await field.inputValue(), "quagga from:mara in:timetable");
  await shoot(tomas, "searching-chips");
  await tomas.getByRole("button", { name: "Remove the filter “From: mara”" }).click();
  await tomas.getByRole("button", { name: "Remove the filter “In: Timetable”" }).click();
  await expect.soon(found, 3);
  expect.equal(await field.inputValue(), "quagga");
}

async function days(tomas, field, found) {
  await add(tomas, "Before: …");
  await tomas.locator(".filter-day input").fill("2020-02-01");
  await expect.soon(() => chips(tomas), ["Before: Feb 1, 2020"]);
  await expect.soon(found, 0);
  await add(tomas, "Before: …");
  await tomas.locator(".filter-day input").fill("2099-02-01");
  await expect.soon(found, 3);
  expect.equal(await field.inputValue(), "quagga before:2099-02-01");
}

/** What the server has no filter for: messages with files, in threads, the oldest first. */
async function kinds(tomas, field, server) {
  const mara = await apiOf(server, "mara");
  const team = await mara.get("/teams/name/harbour-lights");
  const place = await mara.get(`/teams/${team.id}/channels/name/off-topic`);
  const say = (message, more) => mara.post("/posts", { channel_id: place.id, message, ...more });
  const query = new URLSearchParams({ channel_id: place.id, filename: "serval.png" });
  const { file_infos } = await mara.send(`/files?${query}`, png([40, 90, 160]));
  const root = await say("The serval is asked about");
  await say("The serval alone");
  await say("The serval in a picture", { file_ids: file_infos.map(({ id }) => id) });
  await say("The serval is answered", { root_id: root.id });
  const texts = async () =>
    (await tomas.locator(".found .post-text").allTextContents()).map((text) => text.replace(/^The serval /, "").trim());
  await field.fill("serval");
  await tomas.keyboard.press("Enter");
  await expect.soon(texts, ["is answered", "in a picture", "alone", "is asked about"]);
  await add(tomas, "Oldest first");
  await expect.soon(texts, ["is asked about", "alone", "in a picture", "is answered"]);
  await add(tomas, "In a thread");
  await expect.soon(texts, ["is asked about", "is answered"]);
  await shoot(tomas, "searching-kinds");
  await tomas.getByRole("button", { name: "Remove the filter “In a thread”" }).click();
  await add(tomas, "Has a file");
  await expect.soon(texts, ["in a picture"]);
  expect.equal(await field.inputValue(), "serval sort:oldest has:file");
  // Nothing else is said: all messages with files.
  await field.fill("has:file");
  await tomas.keyboard.press("Enter");
  await expect.soon(async () => (await texts()).includes("in a picture"), true);
  await field.fill("quagga");
  await tomas.keyboard.press("Enter");
  await expect.soon(() => tomas.locator(".found").count(), 3);
}

/** The key of the browser's own search looks through all of the channel, and begins anew in another one. */
async function here(tomas, field, found) {
  await tomas.locator(".shell-center .composer textarea").focus();
  await tomas.keyboard.press("Control+f");
  await expect.soon(() => field.inputValue(), "in:town-square ");
  await row(tomas, "Timetable").click();
  await tomas.locator(".channel-title", { hasText: "Timetable" }).waitFor();
  await tomas.keyboard.press("Control+f");
  await tomas.locator(".panel-find input:focus").waitFor();
  await tomas.keyboard.type("quagga");
  await tomas.keyboard.press("Enter");
  await expect.soon(found, 1);
  await expect.soon(() => chips(tomas), ["In: Timetable"]);
}

/** Saved and taken away by a press; on another device it is one press. */
async function saved(tomas, field, other) {
  const save = tomas.getByRole("button", { name: "Save this search" });
  await save.click();
  await tomas.locator('.filter-chips [aria-pressed="true"]').waitFor();
  await other.keyboard.press("Control+Shift+f");
  await other.getByRole("heading", { name: "Saved searches" }).waitFor();
  await shoot(other, "searching-saved");
  await other.getByRole("button", { name: "in:timetable quagga", exact: true }).click();
  await expect.soon(() => other.locator(".found").count(), 1);
  await other.getByRole("button", { name: "Save this search" }).click();
  await tomas.locator('.filter-chips [aria-pressed="false"]').waitFor();
  await field.fill("");
  await tomas.keyboard.press("Enter");
  expect.equal(await tomas.getByRole("heading", { name: "Saved searches" }).count(), 0);
  await other.context().close();
}

/** A reply that was found opens in its thread, from which one press leads back to what was found. */
async function thereAndBack(tomas, field, server) {
  const mara = await apiOf(server, "mara");
  const team = await mara.get("/teams/name/harbour-lights");
  const place = await mara.get(`/teams/${team.id}/channels/name/off-topic`);
  const root = await mara.post("/posts", { channel_id: place.id, message: "Who has seen it?" });
  await mara.post("/posts", { channel_id: place.id, root_id: root.id, message: "The okapi was at the pier." });
  await field.fill("okapi");
  await tomas.keyboard.press("Enter");
  const began = tomas.locator(".found .found-root");
  await began.getByText("Who has seen it?").waitFor();
  await shoot(tomas, "searching-reply");
  await began.click();
  await tomas.locator(".panel .post", { hasText: "okapi" }).waitFor();
  await tomas.locator(".panel-head").getByRole("button", { name: "Back" }).click();
  await tomas.locator(".found").getByRole("button", { name: "Jump" }).click();
  await tomas.locator(".panel-head", { hasText: "Thread" }).waitFor();
  await tomas.locator(".panel .post", { hasText: "okapi" }).waitFor();
  await tomas.locator(".panel-head").getByRole("button", { name: "Back" }).click();
  await tomas.locator(".found", { hasText: "okapi" }).waitFor();
  expect.equal(await field.inputValue(), "okapi");
}

/** A list that was read beyond its first page is where it was after a thread that was opened from it. */
async function farAndBack(tomas, field, server) {
  const mara = await apiOf(server, "mara");
  const team = await mara.get("/teams/name/harbour-lights");
  const { id } = await mara.get(`/teams/${team.id}/channels/name/off-topic`);
  const root = await mara.post("/posts", { channel_id: id, message: "Who counts them?" });
  await mara.post("/posts", { channel_id: id, root_id: root.id, message: "The first bongo" });
  await each(70, (at) => mara.post("/posts", { channel_id: id, message: `One more bongo: ${at}` }));
  await field.fill("bongo");
  await tomas.keyboard.press("Enter");
  const found = () => tomas.locator(".found").count();
  await expect.soon(found, 60);
  await tomas.locator(".panel").getByRole("button", { name: "Show more" }).click();
  await expect.soon(found, 71);
  const last = tomas.locator(".found", { hasText: "The first bongo" });
  await last.getByRole("button", { name: "Jump" }).click();
  await tomas.locator(".panel .post", { hasText: "Who counts them?" }).waitFor();
  await tomas.locator(".panel-head").getByRole("button", { name: "Back" }).click();
  await expect.soon(found, 71);
  await expect.soon(() => last.evaluate(isInSight), true);
}

/** Whether an element of a list is where the reader sees it. */
const isInSight = (element) => {
  const [box, list] = [element, element.closest(".panel-body")].map((one) => one.getBoundingClientRect());
  return box.bottom > list.top && box.top < list.bottom;
};

/** A file says who brought it, where and when, and leads to its message. */
async function filesFound(tomas, field) {
  const show = (what) => tomas.locator(".panel-find").getByRole("button", { name: what, exact: true }).click();
  await field.fill("serval");
  await show("Files");
  const one = tomas.locator(".panel-list li", { hasText: "serval.png" });
  await one.getByText("mara").waitFor();
  await one.getByText("Off-Topic").waitFor();
  await shoot(tomas, "searching-files");
  await one.getByRole("button", { name: "Jump" }).click();
  await tomas.locator(".posts[data-shown] .post[data-lit]", { hasText: "in a picture" }).waitFor();
  expect.equal(await one.count(), 1);
  await show("Messages");
}

/** A conversation is searched by its key, too, and called by the name of the partner. */
async function inAConversation(tomas, base, field, server) {
  const mara = await apiOf(server, "mara");
  const me = await mara.get("/users/me");
  const partner = await mara.get("/users/username/tomas");
  const { id } = await mara.post("/channels/direct", [me.id, partner.id]);
  await mara.post("/posts", { channel_id: id, message: "The numbat sleeps" });
  await tomas.goto(`${base}/harbour-lights/messages/@mara`);
  await said(tomas, "The numbat sleeps").waitFor();
  await tomas.keyboard.press("Control+f");
  await expect.soon(() => field.inputValue(), "in:@mara ");
  await tomas.locator(".panel-find input:focus").waitFor();
  await tomas.keyboard.type("numbat");
  await tomas.keyboard.press("Enter");
  await expect.soon(() => chips(tomas), ["In: mara"]);
  await expect.soon(() => tomas.locator(".found").count(), 1);
  await add(tomas, "In: …");
  await tomas.getByRole("combobox", { name: "In: …" }).fill("mara");
  await tomas.getByRole("option", { name: "mara", exact: true }).waitFor();
  await tomas.keyboard.press("Escape");
}

/** A message that was found takes the place of the list, which one press brings back where it was. */
async function onAPhone(person, base) {
  const page = await person("sven", LOOKS.phone);
  await visit(page, base, "town-square");
  await page.getByRole("button", { name: "Search messages" }).first().click();
  await page.getByPlaceholder("Search messages and files").fill("bongo");
  await page.keyboard.press("Enter");
  const one = page.locator(".found", { hasText: /One more bongo: 20\b/ });
  await one.getByRole("button", { name: "Jump" }).click();
  const lit = page.locator(".posts[data-shown] .post[data-lit]", { hasText: /One more bongo: 20\b/ });
  await lit.waitFor();
  expect.equal(await page.locator(".panel").count(), 0);
  await shoot(page, "searching-phone-jump");
  await page.locator(".channel-head").getByRole("button", { name: "Back" }).click();
  await one.waitFor();
  await expect.soon(() => one.evaluate(isInSight), true);
  // What leads elsewhere leaves nothing to come back to.
  await page.locator(".panel-head").getByRole("button", { name: "Close panel" }).click();
  await page.getByRole("button", { name: "Open sidebar" }).click();
  await row(page, "Timetable").click();
  await page.locator(".channel-title", { hasText: "Timetable" }).waitFor();
  await expect.gone(page.locator(".channel-head").getByRole("button", { name: "Back" }));
  await page.context().close();
}

async function seen(person, base, look, context) {
  const page = await person("sven", { ...context, bypassCSP: true });
  await visit(page, base, "town-square");
  await page.getByRole("button", { name: "Search messages" }).first().click();
  await page.getByPlaceholder("Search messages and files").fill("quagga from:mara in:off-topic");
  await page.keyboard.press("Enter");
  await page.locator(".found").first().waitFor();
  await shoot(page, `searching-${look}`);
  expect.equal((await serious(page)).join("\n"), "");
  expect.equal((await tooWide(page)).join(), "");
  await page.context().close();
}
