// What is set for a team or a channel, what is made for everybody, and what is asked before it goes; each leaves the page
// as it is pictured.
import { asFile, png } from "./media.mjs";
import { at, menuOf, run, showSidebar } from "./visits.mjs";

const DAWN = [232, 132, 60];

/** The menu of the team. */
export async function teamMenu(page, base) {
  await at("/channels/timetable")(page, base);
  await showSidebar(page);
  await page.locator(".sidebar-team").click();
  await page.getByRole("menu").waitFor();
}

const inTeam = (item) => async (page, base) => {
  await teamMenu(page, base);
  await page.locator(`[role=menu] [data-label="${item}"]`).click();
  await page.getByRole("dialog").waitFor();
};

const inChannel =
  (item, channel = "timetable") =>
  async (page, base) => {
    await at(`/channels/${channel}`)(page, base);
    await page
      .locator(".channel-tools")
      .getByRole("button", { name: /Options of/ })
      .click();
    await page.locator(`[role=menu] [data-label="${item}"]`).click();
    await page.getByRole("dialog").waitFor();
  };

async function members(page, base) {
  await inTeam("Team members")(page, base);
  await page.getByRole("dialog").getByRole("listitem").first().waitFor();
}

async function removal(page, base) {
  await members(page, base);
  await page.getByRole("button", { name: "Actions for jonas" }).click();
  await page.getByRole("menuitem", { name: "Remove from team" }).click();
  await page.getByRole("dialog", { name: /^Remove/ }).waitFor();
}

const inviting = (way, shown) => async (page, base) => {
  await inTeam("Invite people")(page, base);
  await page.getByRole("tab", { name: way }).click();
  await page.getByRole("dialog").getByLabel(shown).first().waitFor();
};

async function teamEnd(page, base) {
  await inTeam("Team settings")(page, base);
  await page.locator("dialog .invite-page > :last-child").evaluate((last) => last.scrollIntoView({ block: "end" }));
}

/** One kind of integrations, and the form for a new one. */
function programs() {
  const kinds = {
    incoming: ["Incoming webhooks", "New incoming webhook"],
    outgoing: ["Outgoing webhooks", "New outgoing webhook"],
    commands: ["Slash commands", "New slash command"],
    bots: ["Bots", "New bot"],
  };
  const list = (name) => async (page, base) => {
    await inTeam("Integrations")(page, base);
    await page.getByRole("tab", { name: kinds[name][0] }).click();
    await page.getByRole("button", { name: kinds[name][1] }).waitFor();
    await page.getByRole("dialog").getByRole("listitem").first().waitFor();
  };
  const maker = (name) => async (page, base) => {
    await list(name)(page, base);
    await page.getByRole("button", { name: kinds[name][1] }).click();
    await page.locator(".maker").waitFor();
  };
  const made = async (page, base) => {
    await maker("incoming")(page, base);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Ferry log");
    await dialog.getByLabel("Channel", { exact: true }).selectOption({ label: "Off-Topic" });
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await dialog.getByText("keep it secret").waitFor();
  };
  const removed = async (page, base) => {
    await list("incoming")(page, base);
    await page.getByRole("button", { name: "Actions for Weather station" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("dialog", { name: "Remove Weather station?" }).waitFor();
  };
  const names = Object.keys(kinds);
  return {
    ...Object.fromEntries(names.map((name) => [`integrations-${name}`, list(name)])),
    ...Object.fromEntries(names.map((name) => [`integrations-${name}-new`, maker(name)])),
    "integrations-made": made,
    "integrations-remove": removed,
  };
}

/** What everybody may use: emoji and groups. */
function common() {
  const emoji = menuOf("Custom emoji", "dialog .gather");
  const groups = menuOf("Groups of people", "dialog .gather-list");
  const inGroups = (item) => async (page, base) => {
    await groups(page, base);
    await page.getByRole("button", { name: "Options of Pilots" }).click();
    await page.locator(`[role=menu] [data-label="${item}"]`).click();
  };
  return {
    emojis: emoji,
    "emoji-new": async (page, base) => {
      await emoji(page, base);
      await page.getByRole("button", { name: "Add an emoji" }).click();
      await page.locator("dialog input[type=file]").setInputFiles(asFile("Dawn.png", "image/png", png(DAWN)));
      await page.locator("dialog .gather-add img").waitFor();
    },
    "emoji-delete": async (page, base) => {
      await emoji(page, base);
      await page.getByRole("button", { name: "Delete beacon" }).click();
      await page.getByRole("dialog", { name: /^Delete/ }).waitFor();
    },
    groups,
    "group-new": async (page, base) => {
      await groups(page, base);
      await page.getByRole("button", { name: "Create a group" }).click();
      await page.getByLabel("Name of the group").fill("Night watch");
    },
    "group-edit": async (page, base) => {
      await inGroups("Edit")(page, base);
      await page.locator(".people-chip").first().waitFor();
    },
    "group-delete": async (page, base) => {
      await inGroups("Delete group")(page, base);
      await page.getByRole("dialog", { name: /^Delete/ }).waitFor();
    },
  };
}

/** Where a channel stands, who finds it, and its end. */
function ofChannels() {
  return {
    notifications: inChannel("Notifications"),
    people: inChannel("Add people"),
    properties: inChannel("Edit channel"),
    move: inChannel("Move to…"),
    category: inChannel("Move to a new category"),
    privacy: inChannel("Make private"),
    archive: inChannel("Archive channel"),
    "leave-channel": inChannel("Leave channel", "budget"),
    create: async (page, base) => {
      await run(page, base, "Create channel");
      await page.getByRole("dialog", { name: "Create channel" }).waitFor();
    },
  };
}

export function teamScreens() {
  return {
    invite: inTeam("Invite people"),
    "invite-name": inviting("By name", "People"),
    "invite-mail": inviting("By email", "Email addresses"),
    team: inTeam("Team settings"),
    "team-end": teamEnd,
    "team-members": members,
    "team-remove": removal,
    "leave-team": inTeam("Leave team"),
    ...ofChannels(),
    ...programs(),
    ...common(),
    teams: async (page, base) => {
      await page.goto(`${base}/select_team`);
      await page.locator("main h1, main h2").first().waitFor();
    },
  };
}
