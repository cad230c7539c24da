// Writing, and where one may not: names are offered in an edit, too; a group that is named tells who is in it; and what
// moderators take and give is seen at once.
import { field, menuOf, said, visit, write } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";

export default async function writing({ person, base, server }) {
  const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
  const admin = await apiOf(server.api, "mara");
  const team = await admin.get("/teams/name/harbour-lights");
  const users = await admin.post("/users/usernames", ["tomas", "yuki"]);
  await admin.post("/groups", {
    display_name: "Night watch",
    name: "watch",
    source: "custom",
    allow_reference: true,
    user_ids: users.map((user) => user.id),
  });
  await Promise.all([mara, tomas].map((page) => visit(page, base, "off-topic")));

  await inAnEdit(mara);
  await namingAGroup(mara);
  await moderated(tomas, admin, team);
}

/** A name, a channel and an emoji are offered where a message is edited; Escape leaves the list before the edit. */
async function inAnEdit(page) {
  await write(page, "Ask somebody");
  await menuOf(said(page, "Ask somebody"), "Edit");
  const area = page.locator(".post-edit textarea");
  const offered = page.locator(".suggestion");
  await area.press("End");
  await area.pressSequentially(" or @yuk");
  await offered.filter({ hasText: "@yuki" }).waitFor();
  await area.press("Escape");
  await expect.gone(offered);
  expect.equal(await area.inputValue(), "Ask somebody or @yuk");
  await area.pressSequentially("i");
  await offered.filter({ hasText: "@yuki" }).waitFor();
  await area.press("Enter");
  await area.pressSequentially("in ~timet");
  await offered.filter({ hasText: "Timetable" }).click();
  await area.pressSequentially(":anchor");
  await offered.first().waitFor();
  await area.press("Tab");
  await expect.gone(offered);
  await expect.soon(() => area.inputValue(), "Ask somebody or @yuki in ~timetable :anchor: ");
  await area.press("Enter");
  const done = said(page, "Ask somebody or @yuki in");
  await done.locator(".post-edited").waitFor();
  expect.equal(await done.locator(".text-mention").textContent(), "@yuki");
  // What was said already is no command.
  await menuOf(done, "Edit");
  await area.fill("/aw");
  await page.waitForTimeout(400);
  expect.equal(await offered.count(), 0);
  await area.press("Escape");
}

async function namingAGroup(page) {
  await write(page, "Good night, @watch and all");
  await said(page, "Good night").locator(".text-mention").click();
  const card = page.locator(".profile");
  await card.getByRole("heading", { name: "Night watch" }).waitFor();
  await expect.soon(async () => (await card.locator("li").allTextContents()).sort(), ["tomas", "yuki"]);
  await card.getByRole("button", { name: "yuki" }).click();
  await card.getByText("@yuki").waitFor();
  await page.keyboard.press("Escape");
  await expect.gone(card);
}

/** The field goes when the right goes, in the channel and in a thread, and comes back with it. */
async function moderated(page, admin, team) {
  const channel = await admin.get(`/teams/${team.id}/channels/name/off-topic`);
  const moderate = (members) =>
    admin.put(`/channels/${channel.id}/moderations/patch`, [{ name: "create_post", roles: { members } }]);
  const fields = () => page.locator(".composer textarea").count();
  await said(page, "Good night").focus();
  await page.keyboard.press("r");
  await expect.soon(fields, 2);
  await moderate(false);
  await expect.soon(fields, 0);
  await expect.soon(() => page.getByText("Only some people may write in this channel").count(), 2);
  // It stands so from the start in the next visit, also in the thread, which comes back beside.
  await page.reload();
  await expect.soon(() => page.getByText("Only some people may write in this channel").count(), 2);
  expect.equal(await fields(), 0);
  await moderate(true);
  await field(page).waitFor();
  expect.equal(await page.getByText("Only some people may write").count(), 0);
  await write(page, "Allowed again");
  await said(page, "Allowed again").waitFor();
}
