// Who is in a team or a channel, and who leads it: made an administrator and a member again, taken out, gone; what asks
// before it is done; and what is not offered to who may not.

import { row, visit } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";

export const options = { env: { MUSTER_ACCOUNTS_ENABLE_ACCESS_TOKENS: "true" } };

const menuitem = (page, name) => page.getByRole("menuitem", { name, exact: true });
const asked = (page, name) => page.getByRole("dialog", { name, exact: true });

async function chooseInTeam(page, name) {
  await page.locator(".sidebar-team").click();
  await menuitem(page, name).click();
}

async function chooseInChannel(page, name) {
  await page
    .locator(".channel-tools")
    .getByRole("button", { name: /^Options of/ })
    .click();
  await menuitem(page, name).click();
}

/** What the team's menu offers. */
async function offered(page) {
  await page.locator(".sidebar-team").click();
  await menuitem(page, "Leave team").waitFor();
  const names = ["Invite people", "Team settings", "Integrations"];
  const counts = await Promise.all(names.map((name) => menuitem(page, name).count()));
  await page.keyboard.press("Escape");
  await expect.gone(page.getByRole("menu"));
  return names.filter((_, at) => counts[at] > 0);
}

/** Puts the question away, and then agrees. */
async function doubts(page, choose, title, yes) {
  await choose();
  await asked(page, title).getByRole("button", { name: "Cancel" }).click();
  await expect.gone(asked(page, title));
  await choose();
  await asked(page, title).getByRole("button", { name: yes, exact: true }).click();
  await expect.gone(asked(page, title));
}

export default async function membership({ person, base, server }) {
  const api = await apiOf(server.api, "mara");
  const team = await api.get("/teams/name/harbour-lights");
  const form = { team_id: team.id, name: "lamp-room", display_name: "Lamp room", type: "P" };
  const room = await api.post("/channels", form);
  const { id } = await api.get("/users/username/tomas");
  await api.post(`/channels/${room.id}/members`, { user_id: id });
  const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
  await Promise.all([mara, tomas].map((page) => visit(page, base, "lamp-room")));
  await leadsChannel(mara, tomas);
  await leadsTeam(mara, tomas);
  await leavesChannel(mara, tomas);
  await deletesCategory(tomas);
  await endsPrograms(mara);
  await leavesTeam(tomas);
}

/** Rights come and go without a reload. */
async function leadsChannel(mara, tomas) {
  for (const page of [mara, tomas]) await chooseInChannel(page, "Members");
  const ofTomas = mara.locator(".member-row", { hasText: "tomas" });
  const options = (inRow, name) => inRow.getByRole("button", { name: `Options of ${name}` });
  /** The people whom something can be done with. */
  const handled = () =>
    tomas
      .locator(".member-row")
      .getByRole("button", { name: /^Options of/ })
      .count();
  await mara.locator(".member-row", { hasText: "mara" }).getByText("Admin", { exact: true }).waitFor();
  // Members of a private channel may take out others, and no more.
  await expect.soon(handled, 1);
  await ofTomas.hover();
  await options(ofTomas, "tomas").click();
  await menuitem(mara, "Make channel admin").click();
  await ofTomas.getByText("Admin", { exact: true }).waitFor();
  await expect.soon(handled, 2);
  const ofMara = tomas.locator(".member-row", { hasText: "mara" });
  await ofMara.hover();
  await options(ofMara, "mara").click();
  await menuitem(tomas, "Make member").click();
  await expect.gone(ofMara.getByText("Admin", { exact: true }));

  await ofTomas.hover();
  await options(ofTomas, "tomas").click();
  await menuitem(mara, "Make member").click();
  await expect.gone(ofTomas.getByText("Admin", { exact: true }));
  await expect.soon(handled, 1);
  for (const page of [mara, tomas]) await page.keyboard.press("Escape");
}

async function leadsTeam(mara, tomas) {
  expect.equal((await offered(mara)).join(), "Invite people,Team settings,Integrations");
  expect.equal((await offered(tomas)).join(), "Invite people");
  await chooseInTeam(mara, "Team members");
  const dialog = asked(mara, "Team members");
  const member = (name) => dialog.getByRole("listitem").filter({ hasText: `@${name}` });
  await member("tomas").getByRole("button", { name: "Actions for tomas" }).click();
  await menuitem(mara, "Make team admin").click();
  await member("tomas").getByText("Admin", { exact: true }).waitFor();
  await expect.soon(async () => (await offered(tomas)).join(), "Invite people,Team settings,Integrations");
  await member("tomas").getByRole("button", { name: "Actions for tomas" }).click();
  await menuitem(mara, "Make member").click();
  await expect.gone(member("tomas").getByText("Admin", { exact: true }));
  await expect.soon(async () => (await offered(tomas)).join(), "Invite people");

  await dialog.getByRole("searchbox").fill("sven");
  await expect.gone(member("tomas"));
  const remove = async () => {
    await member("sven").getByRole("button", { name: "Actions for sven" }).click();
    await menuitem(mara, "Remove from team").click();
  };
  await doubts(mara, remove, "Remove sven?", "Remove from team");
  await expect.gone(member("sven"));
  await mara.keyboard.press("Escape");
  await expect.gone(mara.getByRole("dialog"));

  // Who may not, is offered nothing.
  await chooseInTeam(tomas, "Team members");
  await asked(tomas, "Team members").getByText("@priya").waitFor();
  expect.equal(await tomas.getByRole("button", { name: /^Actions for/ }).count(), 0);
  await tomas.keyboard.press("Escape");
  await expect.gone(tomas.getByRole("dialog"));
}

async function leavesChannel(mara, tomas) {
  await doubts(tomas, () => chooseInChannel(tomas, "Leave channel"), "Leave Lamp room?", "Leave channel");
  await expect.gone(row(tomas, "Lamp room"));
  await doubts(mara, () => chooseInChannel(mara, "Archive channel"), "Archive Lamp room?", "Archive channel");
  await mara.getByText("This channel is archived").waitFor();
}

async function deletesCategory(tomas) {
  await tomas.getByRole("button", { name: "Add channels and messages" }).click();
  await menuitem(tomas, "Create category").click();
  await tomas.getByLabel("Category name").fill("Quay");
  await tomas.getByRole("button", { name: "Create", exact: true }).click();
  const heading = tomas.locator(".sidebar-heading", { hasText: "Quay" });
  const remove = async () => {
    await heading.hover();
    await heading.getByRole("button", { name: "Options of Quay" }).click();
    await menuitem(tomas, "Delete category").click();
  };
  await doubts(tomas, remove, "Delete the category Quay?", "Delete category");
  await expect.gone(heading);
}

async function endsPrograms(mara) {
  await chooseInTeam(mara, "Integrations");
  await mara.getByRole("button", { name: "New incoming webhook" }).click();
  await mara.getByLabel("Name", { exact: true }).fill("Tides");
  await mara.getByLabel("Channel", { exact: true }).selectOption({ label: "Town Square" });
  await mara.getByRole("button", { name: "Create" }).click();
  const hook = mara.getByRole("listitem").filter({ hasText: "Tides" });
  const remove = async () => {
    await hook.getByRole("button", { name: "Actions for Tides" }).click();
    await menuitem(mara, "Remove").click();
  };
  await doubts(mara, remove, "Remove Tides?", "Remove");
  await expect.gone(hook);
  await mara.keyboard.press("Escape");
  await expect.gone(mara.getByRole("dialog"));

  await mara.keyboard.press("Control+Shift+A");
  await mara.getByRole("tab", { name: "Security" }).click();
  await mara.getByLabel("New token for").fill("Lamp clock");
  await mara.getByRole("button", { name: "Create", exact: true }).click();
  const token = mara.getByRole("listitem").filter({ hasText: "Lamp clock" });
  const revoke = async () => {
    await token.getByRole("button").last().click();
    await menuitem(mara, "Revoke").click();
  };
  await doubts(mara, revoke, "Revoke the token Lamp clock?", "Revoke");
  await expect.gone(token);
}

async function leavesTeam(tomas) {
  await doubts(tomas, () => chooseInTeam(tomas, "Leave team"), "Leave Harbour Lights?", "Leave team");
  await tomas.waitForURL(/select_team/);
}
