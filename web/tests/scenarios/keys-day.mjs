// A whole day without a mouse, from signing in to signing out: files and pictures, channels joined, made, muted and moved,
// the own status, what is sent later, drafts, mentions, what was saved, search, settings, and another team. Not even a
// script gives anything the focus here.
import { said } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";
import { handsOf, watchMouse } from "../hands.mjs";
import { asFile, png } from "../media.mjs";
import { SAMPLE_PASSWORD } from "../world.mjs";

const FIELD = ".shell-center .composer textarea";
const [RED, GREEN] = [png([200, 30, 30]), png([30, 160, 30])];

export default async function keysDay({ open, base, server }) {
  const [api, tomas, yuki] = await Promise.all(["mara", "tomas", "yuki"].map((name) => apiOf(server.api, name)));
  const team = await api.get("/teams/name/harbour-lights");
  const square = await api.get(`/teams/${team.id}/channels/name/town-square`);
  for (const message of ["@mara the barometer falls.", "@mara we expect a storm."])
    await tomas.post("/posts", { channel_id: square.id, message });
  await yuki.post("/channels", { team_id: team.id, name: "boathouse", display_name: "Boathouse", type: "O" });
  await yuki.post("/teams", { name: "regatta", display_name: "Regatta", type: "O", allow_open_invite: true });

  const page = await open();
  const mouse = await watchMouse(page);
  const hands = handsOf(page);
  await signsIn(hands, base);
  await attaches(hands);
  await looksAtPictures(hands);
  await marks(hands, api);
  await joinsAndMakes(hands);
  await mutesAndMoves(hands, api, team);
  await saysHowItIs(hands, api);
  await plans(hands);
  await findsWhatIsPlanned(hands, api, team);
  await reads(hands);
  await searches(hands);
  await sets(hands);
  await goesToTeams(hands);
  await signsOut(hands);
  expect.equal(mouse.join(), "");
}

const title = (page) => page.locator(".channel-title h1").textContent();

/** To a channel by its name. */
async function opens({ page, press, type, sees, stands }, name) {
  await press("Control+K");
  await sees(".switcher input:focus");
  await type(name);
  await page.locator(".switcher-row").first().filter({ hasText: name }).waitFor();
  await press("Enter");
  await expect.soon(() => title(page), name);
  await stands(FIELD);
}

async function signsIn(hands, base) {
  const { page, press, type, stands } = hands;
  await page.goto(base);
  await stands('input[autocomplete="username"]');
  await type("mara");
  await press("Tab");
  await type(SAMPLE_PASSWORD);
  await press("Enter");
  await stands(FIELD);
  await opens(hands, "Off-Topic");
}

/** By the button and by its key; one file is taken back, and what had the focus then is the field. */
async function attaches({ page, press, type, sees, gone, tabTo, stands }) {
  const chips = () => page.locator(".shell-center .composer-file > span").allTextContents();
  // The browser is told that somebody waits for choosers, and a key may be faster: from here on somebody always does.
  page.on("filechooser", () => undefined);
  await type("The new buoys");
  const asked = page.waitForEvent("filechooser");
  await tabTo('[aria-label="Attach files"]');
  await press("Enter");
  await (await asked).setFiles([
    asFile("red.png", "image/png", RED),
    asFile("wrong.txt", "text/plain", Buffer.from("not this one")),
  ]);
  await stands(FIELD);
  const again = page.waitForEvent("filechooser");
  await press("Control+O");
  await (await again).setFiles([asFile("green.png", "image/png", GREEN)]);
  await expect.soon(chips, ["red.png", "wrong.txt", "green.png"]);
  await stands(FIELD);
  await tabTo('[aria-label="Remove wrong.txt"]', "Shift+Tab");
  await press("Enter");
  await expect.soon(chips, ["red.png", "green.png"]);
  await stands(FIELD);
  await gone(".composer-file progress");
  await press("Enter");
  await gone("[data-pending]");
  await sees(".posts[data-shown] .file-image");
  await expect.soon(chips, []);
}

/** Opened from the post, walked from one to the other, closed; the focus is where it was. */
async function looksAtPictures({ page, press, gone, tabTo, stands }) {
  const viewer = (name) => page.getByRole("dialog", { name });
  await press("Shift+F6");
  await stands(".post");
  await tabTo(".file-image");
  await press("Enter");
  await viewer("red.png").getByText("1 of 2").waitFor();
  await press("ArrowRight");
  await viewer("green.png").getByText("2 of 2").waitFor();
  await press("ArrowLeft");
  await viewer("red.png").waitFor();
  await press("Escape");
  await gone("dialog");
  await stands('[aria-label="Open red.png"]');
}

/** What is done with a post is in the palette, too, while the post has the focus; a reaction is taken back by a press. */
async function marks({ page, press, type, sees, run, stands, tabTo }, api) {
  const post = said(page, "The new buoys");
  await press("F6");
  await stands(FIELD);
  await press("Shift+F6");
  await stands(".post");
  await run("Add a reaction");
  await sees("[role=gridcell]");
  await type("anchor");
  await sees('[role=gridcell][aria-selected="true"][aria-label=":anchor:"]');
  await press("Enter");
  await post.locator(".reaction").waitFor();
  await stands(".post");
  await tabTo(".reaction");
  await press("Enter");
  await expect.gone(post.locator(".reaction"));
  await stands(".post");
  await run("Pin to channel");
  await page.locator(".posts[data-shown] .post[data-pinned]", { hasText: "The new buoys" }).waitFor();
  const saved = async () => (await api.get("/users/me/preferences/flagged_post").catch(() => [])).length;
  const before = await saved();
  await run("Save");
  await expect.soon(saved, before + 1);
  await run("Remind me…");
  await sees("dialog .when-presets button:focus");
  await press("Enter");
  await page.getByText("You will be reminded on").waitFor();
}

async function joinsAndMakes({ page, press, type, sees, tabTo, stands, run }) {
  await press("Control+Shift+O");
  await sees("dialog input:focus");
  await type("boat");
  await page.locator(".browse-row").first().filter({ hasText: "Boathouse" }).waitFor();
  await tabTo(".browse-row button");
  await press("Enter");
  await expect.soon(() => title(page), "Boathouse");
  await stands(FIELD);
  await run("Create channel");
  await sees("dialog input:focus");
  await type("Night watch");
  await tabTo("dialog input[type=radio]");
  await press("ArrowDown", "Enter");
  await expect.soon(() => title(page), "Night watch");
  await stands(FIELD);
}

/** The heading above the channel that is open. */
function headingAbove() {
  const topOf = (one) => one.getBoundingClientRect().top;
  const row = topOf(document.querySelector(".sidebar-list .sidebar-row[data-current]"));
  const above = [...document.querySelectorAll(".sidebar-list .sidebar-heading")].filter((one) => topOf(one) < row);
  return above
    .sort((a, b) => topOf(a) - topOf(b))
    .at(-1)
    ?.textContent.trim();
}

/** By the menu of its row in the sidebar, which keeps the focus wherever the row goes; and by the palette as the channel
 * that is open. */
async function mutesAndMoves({ page, press, type, sees, gone, tabTo, choose, stands, run }, api, team) {
  const row = '.sidebar-row[data-current] [aria-label="Options of Night watch"]';
  const standsUnder = async (heading) => {
    await expect.soon(() => page.evaluate(headingAbove), heading);
    await stands(row);
  };
  const to = async (letters, name) => {
    await sees(".switcher input:focus");
    await type(letters);
    await page.locator('.switcher-row[aria-selected="true"]', { hasText: name }).waitFor();
    await press("Enter");
  };
  await press("F6");
  await stands(".sidebar-row[data-current] > a");
  await tabTo(row);
  await press("Enter");
  await choose("Mute");
  await sees(".sidebar-row[data-current][data-muted]");
  await stands(row);
  await press("Enter");
  await choose("Move to a new category");
  await sees("dialog input:focus");
  await type("Nights");
  await press("Enter");
  await gone("dialog");
  await standsUnder("Nights");
  await press("Enter");
  await choose("Move to…");
  await to("chann", "Channels");
  await standsUnder("Channels");
  await press("Enter");
  await sees("[role=menu] button:focus");
  await press("ArrowDown");
  await movesElsewhere(api, team);
  await expect.soon(() => page.evaluate(headingAbove), "Nights");
  await stands('[role=menu] [data-label="Unmute"]');
  await press("Escape");
  await standsUnder("Nights");
  await run("Move to…");
  await to("chann", "Channels");
  await standsUnder("Channels");
  await run("Unmute");
  await gone(".sidebar-row[data-current][data-muted]");
}

/** Her other device moves the channel while the menu of its row is open. */
async function movesElsewhere(api, team) {
  const path = `/users/me/teams/${team.id}/channels/categories`;
  const { id } = await api.get(`/teams/${team.id}/channels/name/night-watch`);
  const { categories } = await api.get(path);
  const changed = categories.filter((one) => one.display_name === "Nights" || one.channel_ids.includes(id));
  const without = (one) => one.channel_ids.filter((other) => other !== id);
  await api.put(
    path,
    changed.map((one) => ({ ...one, channel_ids: [...without(one), ...(one.display_name === "Nights" ? [id] : [])] })),
  );
}

async function saysHowItIs({ page, press, type, sees, gone, run }, api) {
  await run("Do not disturb");
  await expect.soon(async () => (await api.get("/users/me/status")).status, "dnd");
  await run("Online");
  await expect.soon(async () => (await api.get("/users/me/status")).status, "online");
  await run("Set a custom status");
  await sees("dialog input:focus");
  await type("On the quay");
  await press("Enter");
  await gone("dialog");
  await page.locator(".sidebar-me", { hasText: "On the quay" }).waitFor();
}

/** One message for later, and one that is only begun. */
async function plans(hands) {
  const { page, press, type, sees, stands } = hands;
  await opens(hands, "Boathouse");
  await type("Who locks up tonight?");
  await press("Control+Shift+Enter");
  await sees("dialog .when-presets button:focus");
  await press("Enter");
  await page.getByText("Will be sent on").first().waitFor();
  await stands(FIELD);
  await expect.soon(() => page.locator(FIELD).inputValue(), "");
  await type("To be continued");
  await press("Alt+ArrowDown");
  await expect.soon(async () => (await title(page)) === "Boathouse", false);
}

async function findsWhatIsPlanned(hands, api, team) {
  const { page, press, sees, gone, tabTo, stands } = hands;
  const card = () => page.evaluate(() => document.activeElement?.querySelector(".plan-text")?.textContent.trim());
  await press("Control+Shift+D");
  await sees(".plan-card");
  await stands("#center");
  await tabTo(".threads-tabs button:last-child");
  await press("Enter");
  await page.locator(".plan-card", { hasText: "Who locks up" }).waitFor();
  await press("Shift+F6");
  await expect.soon(card, "Who locks up tonight?");
  await putsOff(hands, api, team);
  // The menu that asked for it has the focus again; around the page it goes back to the card.
  await stands('.plan-card [aria-haspopup="menu"]');
  await press("F6");
  await press("Shift+F6");
  await expect.soon(card, "Who locks up tonight?");
  // Not needed after all; nothing is left that could take the focus but what is around.
  await press("Delete");
  await sees("dialog button:focus");
  await press("Enter");
  await page.getByText("Nothing is scheduled").waitFor();
  await stands("#center");
  await tabTo(".threads-tabs button:first-child");
  await press("Enter");
  await press("Shift+F6");
  await expect.soon(card, "To be continued");
  await press("Enter");
  await expect.soon(() => title(page), "Boathouse");
  await stands(FIELD);
  await expect.soon(() => page.locator(FIELD).inputValue(), "To be continued");
  await press("Enter");
  await gone("[data-pending]");
  await said(page, "To be continued").waitFor();
}

/** To a day and time that no preset has, typed where the dialog asks for them. */
async function putsOff({ press, type, sees, gone, tabTo, choose }, api, team) {
  const times = async () => {
    const all = await api.get(`/posts/scheduled/team/${team.id}`);
    return all[team.id].map((post) => post.scheduled_at);
  };
  await tabTo('.plan-card [aria-haspopup="menu"]');
  await press("Enter");
  await choose("Reschedule");
  await sees("dialog .when-presets button:focus");
  await tabTo('dialog input[type="datetime-local"]');
  // Day and month are the same number, as countries disagree about which comes first; half a day is asked for by some.
  await type("0505");
  await type("2031");
  await press("ArrowRight");
  await type("0830a");
  await press("Enter");
  await gone("dialog");
  await expect.soon(times, [new Date(2031, 4, 5, 8, 30).getTime()]);
}

/** Mentions and saved posts: through the list by arrow, to where one was said, and taken off the list. */
async function reads({ page, press, sees, gone, tabTo, stands, roundTo }) {
  const text = () => page.evaluate(() => document.activeElement?.querySelector(".post-text")?.textContent.trim());
  await press("Control+Shift+M");
  await page.locator(".panel .found", { hasText: "the barometer falls" }).waitFor();
  await press("F6");
  await expect.soon(text, "@mara we expect a storm.");
  await press("ArrowDown");
  await expect.soon(text, "@mara the barometer falls.");
  await tabTo(".found-where button", "Shift+Tab");
  await press("Enter");
  await expect.soon(() => title(page), "Town Square");
  await said(page, "the barometer falls").waitFor();
  await press("Escape");
  await gone(".panel");
  await press("Control+Shift+L");
  await page.locator(".panel .found", { hasText: "The new buoys" }).waitFor();
  await roundTo(".found .post");
  await expect.soon(text, "The new buoys");
  await press("s");
  await expect.gone(page.locator(".panel .found", { hasText: "The new buoys" }));
  await stands(".panel *");
  await press("Escape");
  await gone(".panel");
  await sees(FIELD);
}

async function searches({ page, press, type, sees, gone, tabTo, stands }) {
  const authors = () => page.locator(".found .post-author").allTextContents();
  await press("Control+Shift+F");
  await sees(".panel input:focus");
  await type("from:tomas barometer");
  await press("Enter");
  await page.locator(".found mark", { hasText: "barometer" }).first().waitFor();
  expect.equal([...new Set(await authors())].join(), "tomas");
  await tabTo(".found-where button");
  await press("Enter");
  await page.waitForURL(/town-square/);
  await press("Escape");
  await gone(".panel");
  await stands(FIELD);
}

async function sets({ page, press, sees, gone, tabTo, stands }) {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await press("Control+Shift+A");
  await sees("dialog [role=tab]:focus");
  await press("ArrowDown", "ArrowDown");
  await tabTo("input[name=theme]:checked");
  expect.equal(await theme(), "light");
  await press("ArrowDown", "ArrowDown");
  await expect.soon(theme, "dark");
  await press("Escape");
  await gone("dialog");
  await stands(FIELD);
}

/** Another team is joined; from team to team by a key and by the rail. */
async function goesToTeams({ page, press, sees, tabTo, stands, run }) {
  const current = () => page.locator(".rail-team[aria-current]").textContent();
  await run("Other teams");
  await sees(".entry-team");
  await tabTo(".entry-team");
  await press("Enter");
  await page.waitForURL(/regatta/);
  await expect.soon(async () => (await current()).startsWith("Regatta"), true);
  await stands(FIELD);
  await press("Control+Alt+ArrowUp");
  await page.waitForURL(/harbour-lights/);
  await stands(FIELD);
  await press("F6");
  await stands(".rail-team[aria-current]");
  await press("ArrowDown", "Enter");
  await page.waitForURL(/regatta/);
  await stands(FIELD);
}

async function signsOut({ run, stands }) {
  await run("Sign out");
  await stands('input[autocomplete="username"]');
}
