// A message that is passed on: seen as a card before it goes and where it arrives, with author, place and files, to several
// places at once; what only some may read stays with them, and who could not read it is told before. In every look.
import { field, menuOf, said, visit } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { serious } from "../axe.mjs";
import { tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { chequered } from "../media.mjs";
import { LOOKS, shoot } from "../shots.mjs";
import { SAMPLE_PASSWORD } from "../world.mjs";

export default async function forward({ person, base, server }) {
  const api = await apiOf(server.api, "priya");
  const team = await api.get("/teams/name/harbour-lights");
  const talk = await api.get(`/teams/${team.id}/channels/name/off-topic`);
  const query = new URLSearchParams({ channel_id: talk.id, filename: "buoy.png" });
  const { file_infos } = await api.send(`/files?${query}`, chequered([70, 120, 160], 500, 260));
  const message = "The new buoy is **out**. :tada:";
  await api.post("/posts", { channel_id: talk.id, message, file_ids: file_infos.map((file) => file.id) });
  await stranger(server.api);

  const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
  await visit(mara, base, "off-topic");
  await toSeveral(mara);
  await arrived(mara, tomas, base);
  await toStranger(mara, base);
  await closed(mara, base);
  await unseen(server.api, tomas, base);
  await shownByServer(server.api, base, mara, tomas);
  for (const [look, context] of Object.entries(LOOKS)) await seen(person, base, look, context);
}

/** Somebody of another team, to whom Mara has written. */
async function stranger(server) {
  const mara = await apiOf(server, "mara");
  const account = { username: "otto", email: "otto@example.test", password: SAMPLE_PASSWORD };
  const otto = await mara.post("/users", account);
  const me = await mara.get("/users/me");
  const channel = await mara.post("/channels/direct", [me.id, otto.id]);
  await mara.post("/posts", { channel_id: channel.id, message: "Good morning" });
}

const card = (page) => page.locator("dialog .quoted");

async function choose(page, typed, name) {
  await page.getByRole("combobox", { name: "To" }).fill(typed);
  await page.getByRole("option", { name, exact: true }).click();
}

async function toSeveral(mara) {
  await menuOf(said(mara, "The new buoy"), "Forward…");
  await card(mara).getByText("In Off-Topic").waitFor();
  await card(mara).getByText("priya").waitFor();
  await card(mara).locator("strong", { hasText: "out" }).waitFor();
  await card(mara).locator(".file-image img").waitFor();
  await choose(mara, "town", "Town Square");
  await choose(mara, "time", "Timetable");
  await shoot(mara, "forward-dialog");
  await mara.getByLabel("Comment (optional)").fill("For the plan");
  await mara.getByRole("button", { name: "Forward", exact: true }).click();
  await mara.locator(".toast", { hasText: "Forwarded to Town Square and Timetable" }).waitFor();
}

/** As a card, without the address of it; its picture opens, and its foot leads to where it was said. */
async function arrived(mara, tomas, base) {
  for (const channel of ["timetable", "town-square"]) {
    await visit(tomas, base, channel);
    const post = said(tomas, "For the plan");
    await post.locator(".quoted", { hasText: "The new buoy is out." }).waitFor();
    expect.equal((await post.textContent()).includes("/pl/"), false);
    await post.locator(".quoted .file-image").click();
    await tomas.getByRole("dialog", { name: "buoy.png" }).waitFor();
    await tomas.keyboard.press("Escape");
  }
  await said(tomas, "For the plan").getByRole("button", { name: "In Off-Topic" }).click();
  await tomas.waitForURL(/off-topic/);
  // Who sent it sees the same.
  await visit(mara, base, "town-square");
  await said(mara, "For the plan").locator(".quoted .file-image").waitFor();
}

/** Who is not in the team could not read it: it does not go. */
async function toStranger(mara, base) {
  await visit(mara, base, "off-topic");
  await menuOf(said(mara, "The new buoy"), "Forward…");
  await choose(mara, "otto", "otto");
  await mara.getByRole("alert").filter({ hasText: "otto is not in this team" }).waitFor();
  const button = mara.getByRole("button", { name: "Forward", exact: true });
  expect.equal(await button.isDisabled(), true);
  await shoot(mara, "forward-stranger");
  await mara.getByRole("button", { name: "Remove otto" }).click();
  await choose(mara, "town", "Town Square");
  await expect.soon(() => button.isDisabled(), false);
  await mara.keyboard.press("Escape");
}

async function closed(mara, base) {
  await visit(mara, base, "budget");
  await menuOf(mara.locator(".posts[data-shown] .post").last(), "Forward…");
  await mara.locator("dialog .banner", { hasText: "only some may read it" }).waitFor();
  expect.equal(await mara.getByRole("combobox", { name: "To" }).isDisabled(), true);
  await mara.keyboard.press("Escape");
}

/** A link to what a reader may not see tells them so, and nothing of it. */
async function unseen(server, tomas, base) {
  const mara = await apiOf(server, "mara");
  const team = await mara.get("/teams/name/harbour-lights");
  const talk = await mara.get(`/teams/${team.id}/channels/name/off-topic`);
  const secret = await mara.post("/channels", { team_id: team.id, name: "safe", display_name: "Safe", type: "P" });
  const post = await mara.post("/posts", { channel_id: secret.id, message: "The code is 1234" });
  const link = `${base}/harbour-lights/pl/${post.id}`;
  await mara.post("/posts", { channel_id: talk.id, message: `Look here\n${link}` });
  await visit(tomas, base, "off-topic");
  await said(tomas, "Look here").locator(".quoted", { hasText: "This message cannot be found" }).waitFor();
  expect.equal((await said(tomas, "Look here").textContent()).includes("1234"), false);
}

/** A server that knows its address shows the message itself: it looks the same. */
async function shownByServer(server, base, mara, tomas) {
  const api = await apiOf(server, "mara");
  await api.put("/config/patch", { ServiceSettings: { SiteURL: base } });
  await visit(mara, base, "off-topic");
  await said(mara, "Look here").locator(".quoted", { hasText: "The code" }).waitFor();
  await menuOf(said(mara, "The new buoy"), "Forward…");
  await choose(mara, "work", "Workshop");
  await mara.getByRole("button", { name: "Forward", exact: true }).click();
  await visit(tomas, base, "workshop");
  const post = tomas.locator(".posts[data-shown] .post").last();
  await post.locator(".quoted", { hasText: "The new buoy is out." }).waitFor();
  expect.equal(await post.locator(".post-text").count(), 0);
  expect.equal(await post.locator(".quoted").count(), 1);
  await field(tomas).waitFor();
}

async function seen(person, base, look, context) {
  const page = await person("sven", { ...context, bypassCSP: true });
  await visit(page, base, "town-square");
  await said(page, "For the plan").locator(".quoted .file-image img").waitFor();
  await shoot(page, `forward-${look}`);
  expect.equal((await serious(page)).join("\n"), "");
  expect.equal((await tooWide(page)).join(), "");
  await page.context().close();
}
