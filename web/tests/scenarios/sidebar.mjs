// The sidebar in a person's own order: a category, channels dragged into it, sorted, collapsed, muted; unread first or not.
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";

/** The channels under a heading, from top to bottom; nothing where there is no such heading. */
const channelsUnder = (page, heading) =>
  page.evaluate((wanted) => {
    const rows = [...document.querySelectorAll(".sidebar-list .sidebar-heading, .sidebar-list .sidebar-row")];
    rows.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
    const at = rows.findIndex((row) => row.matches(".sidebar-heading") && row.textContent.trim().startsWith(wanted));
    if (at < 0) return null;
    const rest = rows.slice(at + 1);
    const end = rest.findIndex((row) => row.matches(".sidebar-heading"));
    return rest.slice(0, end < 0 ? undefined : end).map((row) => row.querySelector(".sidebar-name").textContent);
  }, heading);
const row = (page, name) => page.locator(".sidebar-row", { hasText: name });
const heading = (page, name) => page.locator(".sidebar-heading", { hasText: name });

async function option(page, name, chosen) {
  await heading(page, name).hover();
  await page.getByRole("button", { name: `Options of ${name}`, exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: chosen }).click();
}

async function channelOption(page, name, chosen) {
  await row(page, name).click({ button: "right" });
  await page.getByRole("menuitem", { name: chosen, exact: true }).click();
}

export default async function sidebar({ person, base, server }) {
  const mara = await person("mara");
  await mara.goto(`${base}/harbour-lights/channels/off-topic`);
  await mara.locator(".posts[data-shown] .post").first().waitFor();
  await mara.keyboard.press("Shift+Escape");
  await expect.soon(() => channelsUnder(mara, "Unread"), null);

  await mara.getByRole("button", { name: "Add channels and messages" }).click();
  await mara.getByRole("menuitem", { name: "Create category" }).click();
  await mara.getByLabel("Category name").fill("Quay");
  await mara.getByRole("button", { name: "Create", exact: true }).click();
  // It moves what is below it, and nobody drags what is still moving.
  await heading(mara, "Quay").waitFor();
  for (const [name, all] of [
    ["Workshop", ["Workshop"]],
    ["Ticket app", ["Workshop", "Ticket app"]],
  ]) {
    await row(mara, name).dragTo(heading(mara, "Quay"));
    await expect.soon(async () => (await channelsUnder(mara, "Quay")).sort(), all.sort());
  }
  await option(mara, "Quay", "Sort by name");
  await expect.soon(() => channelsUnder(mara, "Quay"), ["Ticket app", "Workshop"]);
  await option(mara, "Quay", "Sort by hand");
  await row(mara, "Workshop").dragTo(row(mara, "Ticket app"));
  await expect.soon(() => channelsUnder(mara, "Quay"), ["Workshop", "Ticket app"]);

  // Collapsed it stays, also in the next visit; what is said in it shows all the same.
  await heading(mara, "Quay").locator("> button").first().click();
  await expect.soon(() => channelsUnder(mara, "Quay"), []);
  await mara.reload();
  await mara.locator(".posts[data-shown] .post").first().waitFor();
  await expect.soon(() => channelsUnder(mara, "Quay"), []);
  const yuki = await apiOf(server.api, "yuki");
  const team = await yuki.get("/teams/name/harbour-lights");
  const say = async (name, message) => {
    const channel = await yuki.get(`/teams/${team.id}/channels/name/${name}`);
    await yuki.post("/posts", { channel_id: channel.id, message });
  };
  await say("app", "Release 4.3 is out.");
  await expect.soon(() => channelsUnder(mara, "Unread"), ["Ticket app"]);

  // Unread first is a matter of taste.
  const unreadFirst = async () => {
    await mara.locator(".sidebar-team").click();
    await mara.getByRole("menuitemcheckbox", { name: "Show unread channels first" }).click();
  };
  await unreadFirst();
  await expect.soon(() => channelsUnder(mara, "Unread"), null);
  await expect.soon(() => channelsUnder(mara, "Quay"), ["Ticket app"]);
  await unreadFirst();
  await expect.soon(() => channelsUnder(mara, "Unread"), ["Ticket app"]);
  await row(mara, "Ticket app").getByRole("link").click();
  await mara.locator(".posts[data-shown] .post", { hasText: "Release 4.3 is out." }).waitFor();

  // A muted channel calls nobody.
  await channelOption(mara, "Timetable", "Mute");
  await expect.soon(() => mara.locator(".sidebar-row[data-muted]", { hasText: "Timetable" }).count(), 1);
  await say("timetable", "Line 2 runs late.");
  await say("off-topic", "Cake in the kitchen.");
  await expect.soon(() => channelsUnder(mara, "Unread"), ["Off-Topic"]);

  await byMenu(mara);

  await channelOption(mara, "Timetable", "Add to favourites");
  await expect.soon(() => channelsUnder(mara, "Favourites"), ["Timetable"]);
  await channelOption(mara, "Timetable", "Remove from favourites");
  await expect.soon(() => channelsUnder(mara, "Favourites"), null);
}

/** What is dragged is also done by the menus: a place further up or down, any other category, and back to the common one. */
async function byMenu(mara) {
  const under = (name) => channelsUnder(mara, name);
  await heading(mara, "Quay").locator("> button").first().click();
  await expect.soon(() => under("Quay"), ["Workshop", "Ticket app"]);
  await channelOption(mara, "Workshop", "Move down");
  await expect.soon(() => under("Quay"), ["Ticket app", "Workshop"]);
  await channelOption(mara, "Workshop", "Move up");
  await expect.soon(() => under("Quay"), ["Workshop", "Ticket app"]);
  await channelOption(mara, "Workshop", "Move to…");
  const field = mara.getByRole("combobox", { name: "Find a category" });
  await field.fill("chann");
  await field.press("Enter");
  await expect.soon(() => under("Quay"), ["Ticket app"]);
  await expect.soon(async () => (await under("Channels")).includes("Workshop"), true);
  await channelOption(mara, "Workshop", "Move to…");
  await mara.getByRole("option", { name: "Quay" }).click();
  await expect.soon(async () => (await under("Quay")).sort(), ["Ticket app", "Workshop"]);
}
