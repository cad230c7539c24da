// Channels, conversations and teams with several people: found, joined, made, renamed, left; who is in them; who comes by
// an invitation.
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";

const field = (page) => page.locator(".shell-center .composer textarea").first();
const row = (page, name) => page.locator(".sidebar-row", { hasText: name });
const title = (page) => page.locator(".channel-title h1").textContent();

async function menu(page, chosen) {
  await page
    .locator(".channel-tools")
    .getByRole("button", { name: /^Options of/ })
    .click();
  await page.getByRole("menuitem", { name: chosen, exact: true }).click();
}

export default async function rooms({ person, open, base, server }) {
  const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
  await Promise.all([mara, tomas].map((page) => page.goto(`${base}/harbour-lights/channels/off-topic`)));
  await Promise.all([mara, tomas].map((page) => field(page).waitFor()));
  await joins(tomas);
  await makes(mara, tomas);
  await group(mara, tomas);
  await pins(mara, tomas, await apiOf(server.api, "mara"));
  await notifications(mara);
  await invitation(mara, open);
  await teams(mara);
}

async function joins(tomas) {
  await tomas.keyboard.press("Control+Shift+O");
  await tomas.getByPlaceholder("Search channels").fill("ticket");
  const found = tomas.locator(".browse-row", { hasText: "Ticket app" });
  await found.getByRole("button", { name: "Join" }).click();
  await expect.soon(() => title(tomas), "Ticket app");
  await row(tomas, "Ticket app").waitFor();
  await menu(tomas, "Leave channel");
  await expect.gone(row(tomas, "Ticket app"));
}

async function makes(mara, tomas) {
  await mara.getByRole("button", { name: "Add channels and messages" }).click();
  await mara.getByRole("menuitem", { name: "Create channel" }).click();
  await mara.getByLabel("Channel name").fill("Lighthouse");
  await mara.getByLabel("Private").check({ force: true });
  await mara.getByLabel("Purpose").fill("Who keeps the lamp");
  await mara.getByRole("button", { name: "Create", exact: true }).click();
  await expect.soon(() => title(mara), "Lighthouse");

  await menu(mara, "Members");
  await mara.locator(".panel").getByRole("button", { name: "Add", exact: true }).click();
  await mara.getByRole("combobox", { name: "People" }).fill("tomas");
  await mara.getByRole("option", { name: /tomas/ }).first().click();
  await mara.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await row(tomas, "Lighthouse").getByRole("link").click();
  await expect.soon(() => title(tomas), "Lighthouse");

  await menu(mara, "Edit channel");
  await mara.getByLabel("Channel name").fill("Lighthouse crew");
  await mara.getByLabel("Header").fill("Lamp: **on**");
  await mara.getByRole("button", { name: "Save", exact: true }).click();
  for (const page of [mara, tomas]) {
    await expect.soon(() => title(page), "Lighthouse crew");
    await page.locator(".channel-about strong", { hasText: "on" }).waitFor();
  }

  // Who is taken out has it no more.
  const member = mara.locator(".member-row", { hasText: "tomas" });
  await member.hover();
  await member.getByRole("button", { name: "Options of tomas" }).click();
  await mara.getByRole("menuitem", { name: "Remove from channel" }).click();
  await expect.gone(member);
  await expect.gone(row(tomas, "Lighthouse crew"));
  await mara.keyboard.press("Escape");
}

async function group(mara, tomas) {
  await mara.keyboard.press("Control+Shift+K");
  for (const name of ["tomas", "yuki"]) {
    await mara.getByPlaceholder("Find people").fill(name);
    await mara.locator("dialog .member", { hasText: name }).first().click();
    await mara.locator("dialog .chosen", { hasText: name }).waitFor();
  }
  await mara.getByRole("dialog").getByRole("button", { name: "Open" }).click();
  await expect.soon(() => title(mara), "tomas, yuki");
  await field(mara).fill("Who has the key?");
  await mara.keyboard.press("Enter");
  await row(tomas, "mara, yuki").getByRole("link").click();
  await tomas.getByText("Who has the key?").waitFor();
  // Put away, it comes back with what is said next.
  await menu(tomas, "Close conversation");
  await expect.gone(row(tomas, "mara, yuki"));
  await field(mara).fill("Found it.");
  await mara.keyboard.press("Enter");
  await row(tomas, "mara, yuki").waitFor();
}

async function pins(mara, tomas, elsewhere) {
  await row(mara, "Off-Topic").getByRole("link").click();
  await field(mara).fill("The key hangs by the door.");
  await mara.keyboard.press("Enter");
  await expect.gone(mara.locator("[data-pending]"));
  const post = mara.locator(".posts[data-shown] .post", { hasText: "The key hangs" });
  await post.focus();
  await mara.keyboard.press("p");
  await expect.soon(
    () => mara.locator(".posts[data-shown] .post[data-pinned]", { hasText: "The key hangs" }).count(),
    1,
  );
  await row(tomas, "Off-Topic").getByRole("link").click();
  await menu(tomas, "Pinned messages");
  await tomas.locator(".panel", { hasText: "The key hangs by the door." }).waitFor();
  await tomas.keyboard.press("Escape");
  // In the header, too, and what oneself pins on another device.
  const count = (page, text) => page.getByRole("button", { name: text, exact: true }).waitFor();
  await Promise.all([mara, tomas].map((page) => count(page, "1 pinned message")));
  const team = await elsewhere.get("/teams/name/harbour-lights");
  const channel = await elsewhere.get(`/teams/${team.id}/channels/name/off-topic`);
  const other = await elsewhere.post("/posts", { channel_id: channel.id, message: "The ladder leans by the shed." });
  await elsewhere.post(`/posts/${other.id}/pin`);
  await Promise.all([mara, tomas].map((page) => count(page, "2 pinned messages")));
}

async function notifications(mara) {
  await menu(mara, "Notifications");
  const dialog = mara.getByRole("dialog");
  await dialog.getByRole("group", { name: "On this computer" }).getByLabel("Nothing").check({ force: true });
  await mara.keyboard.press("Escape");
  await expect.gone(dialog);
  await mara.waitForTimeout(300);
  await mara.reload();
  await field(mara).waitFor();
  await menu(mara, "Notifications");
  const chosen = dialog.getByRole("group", { name: "On this computer" }).getByLabel("Nothing");
  await expect.soon(() => chosen.isChecked(), true);
  await mara.keyboard.press("Escape");
  await expect.gone(dialog);
}

async function invitation(mara, open) {
  await mara.locator(".sidebar-team").click();
  await mara.getByRole("menuitem", { name: "Invite people" }).click();
  const link = /\/signup_user_complete\/\?id=[a-z0-9]+/.exec(await mara.getByRole("dialog").innerHTML())?.[0];
  expect.ok(link, "there is no link");
  await mara.keyboard.press("Escape");
  const ines = await open();
  await ines.goto(new URL(link, mara.url()).href);
  await ines.getByLabel("Email").fill("ines@example.test");
  await ines.getByLabel("User name").fill("ines");
  await ines.getByLabel("Password", { exact: true }).fill("A-long-Pass1");
  await ines.getByRole("button", { name: "Create account" }).click();
  await ines.waitForURL(/harbour-lights/);
  await ines.getByRole("textbox", { name: "Write to Town Square" }).waitFor();
}

async function teams(mara) {
  await mara.locator(".sidebar-team").click();
  await mara.getByRole("menuitem", { name: "Other teams" }).click();
  await mara
    .getByLabel("Team name")
    .or(mara.getByRole("button", { name: "Create a team" }))
    .first()
    .waitFor();
  if (!(await mara.getByLabel("Team name").isVisible())) {
    await mara.getByRole("button", { name: "Create a team" }).click();
  }
  await mara.getByLabel("Team name").fill("Night Shift");
  await mara.getByRole("button", { name: "Create a team" }).click();
  await mara.getByRole("textbox", { name: "Write to Town Square" }).waitFor();
  await mara.locator(".rail-team", { hasText: "Harbour Lights" }).click();
  await expect.soon(() => mara.locator(".sidebar-team").textContent(), "Harbour Lights");
  await row(mara, "Timetable").waitFor();
  await mara.locator(".rail-team", { hasText: "Night Shift" }).click();
  await expect.soon(() => mara.locator(".sidebar-team").textContent(), "Night Shift");
}
