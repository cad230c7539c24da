// Every screen in light, dark and phone width: a picture of each to look at, and axe, which must find nothing serious.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serious } from "../axe.mjs";
import { expect } from "../expect.mjs";
import { otherTeams, prepare } from "../prepare.mjs";
import { at, lists, making, menuOf, menus, panel, planning, press } from "../visits.mjs";

const SHOTS = process.env.MUSTER_SHOTS ?? fileURLToPath(new URL("../../shots", import.meta.url));
const LOOKS = {
  light: { colorScheme: "light", viewport: { width: 1360, height: 860 } },
  dark: { colorScheme: "dark", viewport: { width: 1360, height: 860 } },
  phone: { colorScheme: "light", viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
};

/** Where nothing answers to a pointer: beside the name of the channel. */
const HEAD = { x: 200, y: 2 };
const WANTED = process.env.MUSTER_SCREENS?.split(",");

const form = (path) => async (page, base) => {
  await page.goto(`${base}/${path}`);
  await page.locator("form").waitFor();
};
/** Before anybody is signed in. */
const ENTRY = {
  login: form("login"),
  signup: form("signup"),
  forgot: async (page, base) => {
    await form("reset_password")(page, base);
    await page.getByLabel("Email").fill("mara@example.com");
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText("a mail with a link is on its way").waitFor();
  },
  reset: form("reset_password_complete?token=old"),
  unverified: form("should_verify_email?email=mara@example.com"),
  verify: async (page, base) => {
    await form("do_verify_email?token=old&email=mara@example.com")(page, base);
    await page.getByText("is not valid").waitFor();
  },
};
/** Where there is more than one team. */
const SEVERAL = {
  rail: async (page, base) => {
    await at("/channels/timetable")(page, base);
    const opener = page.getByRole("button", { name: "Open sidebar" });
    if (await opener.isVisible()) await opener.click();
  },
  join: async (page, base) => {
    await page.goto(`${base}/select_team`);
    await page.locator(".entry-team").first().waitFor();
  },
};

const SCREENS = {
  channel: at("/channels/timetable"),
  busy: at("/channels/town-square"),
  code: at("/channels/app"),
  direct: at("/messages/@tomas"),
  threads: at("/threads"),
  thread: async (page, base) => {
    await at("/channels/timetable")(page, base);
    await page.locator(".replies").first().click();
    await page.locator(".panel .post").nth(1).waitFor();
  },
  search: async (page, base) => {
    await at("/channels/timetable")(page, base);
    await panel(page, "Search messages");
    await page.getByPlaceholder("Search messages and files").fill("timetable");
    await press(page, "Enter");
    await page.locator(".found").first().waitFor();
  },
  mentions: async (page, base) => {
    await at("/channels/timetable")(page, base);
    await press(page, "Control+Shift+M");
    await page.locator(".found, .panel .empty").first().waitFor();
  },
  members: async (page, base) => {
    await at("/channels/timetable")(page, base);
    await press(page, "Control+Alt+I");
    await page.locator(".member").first().waitFor();
  },
  switcher: async (page, base) => {
    await at("/channels/timetable")(page, base);
    await press(page, "Control+K");
    await page.getByRole("combobox").fill("t");
    await page.locator(".switcher-row").nth(2).waitFor();
  },
  browse: async (page, base) => {
    await at("/channels/timetable")(page, base);
    await press(page, "Control+Shift+O");
    await page.locator(".browse-row").first().waitFor();
  },
  message: async (page, base) => {
    await at("/channels/timetable")(page, base);
    await press(page, "Control+Shift+K");
    await page.locator("dialog .member").first().waitFor();
  },
  profile: async (page, base) => {
    await at("/channels/timetable")(page, base);
    await page.locator(".post-author").first().click();
    await page.locator(".profile").waitFor();
  },
  emoji: async (page, base) => {
    await at("/channels/timetable")(page, base);
    await page.getByRole("button", { name: "Emoji", exact: true }).click();
    await page.getByRole("gridcell").first().waitFor();
  },
  ...settingsScreens(),
  status: menuOf("Set a custom status", ".custom-status, dialog"),
  shortcuts: async (page, base) => {
    await at("/channels/timetable")(page, base);
    await press(page, "Control+/");
    await page.locator(".shortcut-list").first().waitFor();
  },
  menu: async (page, base) => {
    await at("/channels/timetable")(page, base);
    const post = page.locator(".shell-center .post").last();
    await post.focus();
    await post.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menu").waitFor();
  },
  sidebar: async (page, base) => {
    await at("/channels/timetable")(page, base);
    const opener = page.getByRole("button", { name: "Open sidebar" });
    if (await opener.isVisible()) await opener.click();
    await page.locator(".sidebar-team").click();
    await page.getByRole("menu").waitFor();
  },
  ...lists(),
  ...planning(),
  ...postScreens(),
  ...menus(),
  ...managing(),
  ...consoleScreens(),
};

/** What is done with one message. */
function postScreens() {
  const own = (page) => page.locator(".shell-center .post", { hasText: "The buoy at" }).last();
  const chosen = (item, shown) => async (page, base) => {
    await at("/channels/off-topic")(page, base);
    await own(page).focus();
    await own(page).getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await page.locator(shown).first().waitFor();
  };
  return {
    edit: chosen("Edit", ".post-edit"),
    versions: chosen("Versions", ".version ~ .version"),
    forward: chosen("Forward…", "dialog .gather-quote"),
    remind: chosen("Remind me…", "dialog button"),
    delete: chosen("Delete", "dialog button"),
  };
}

/** What is set for a team or a channel, and made for everybody. */
function managing() {
  const inTeam = (item) => async (page, base) => {
    await SCREENS.sidebar(page, base);
    await page.getByRole("menuitem", { name: item, exact: true }).click();
    await page.getByRole("dialog").waitFor();
  };
  const inChannel = (item) => async (page, base) => {
    await at("/channels/timetable")(page, base);
    await page
      .locator(".channel-tools")
      .getByRole("button", { name: /Options of/ })
      .click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
    await page.getByRole("dialog").waitFor();
  };
  return {
    invite: inTeam("Invite people"),
    team: inTeam("Team settings"),
    "team-members": async (page, base) => {
      await inTeam("Team members")(page, base);
      await page.getByRole("dialog").getByRole("listitem").first().waitFor();
    },
    "leave-team": inTeam("Leave team"),
    integrations: inTeam("Integrations"),
    notifications: inChannel("Notifications"),
    people: inChannel("Add people"),
    properties: inChannel("Edit channel"),
    emojis: menuOf("Custom emoji", "dialog .gather"),
    groups: menuOf("Groups of people", "dialog .gather, dialog .empty"),
    ...making(inTeam),
    teams: async (page, base) => {
      await page.goto(`${base}/select_team`);
      await page.locator("main h1, main h2").first().waitFor();
    },
  };
}

/** Each page of the settings. */
function settingsScreens() {
  const pages = ["Profile", "Notifications", "Display", "Sidebar", "Security"];
  return Object.fromEntries(
    pages.map((name) => [
      `settings-${name.toLowerCase()}`,
      async (page, base) => {
        await at("/channels/timetable")(page, base);
        await press(page, "Control+Shift+A");
        await page.getByRole("tab", { name }).click();
        await page.locator(".settings-page").waitFor();
      },
    ]),
  );
}

/** Each page of the console. */
function consoleScreens() {
  const pages = ["", "users", "teams", "channels", "roles", "settings", "integrations", "logs", "jobs", "transfer"];
  const sections = Object.fromEntries(
    pages.map((section) => [
      `console-${section || "overview"}`,
      async (page, base) => {
        await page.goto(`${base}/admin/${section}`);
        await page.locator("main h1, main h2").first().waitFor();
      },
    ]),
  );
  return { ...sections, "console-moderation": moderation };
}

async function moderation(page, base) {
  await page.goto(`${base}/admin/channels`);
  await page.getByRole("button", { name: "Actions for Timetable" }).click();
  await page.getByRole("menuitem", { name: "Moderation" }).click();
  await page.locator(".moderation").waitFor();
}

/** Pictures of these screens as this person sees them; what axe finds, and what could not be reached. */
async function pictured(page, base, look, screens) {
  const problems = [];
  for (const [name, visit] of Object.entries(screens)) {
    if (WANTED && !WANTED.includes(name)) continue;
    const path = join(SHOTS, `${name}-${look}.png`);
    try {
      // One of them is without a network.
      await page.context().setOffline(false);
      await visit(page, base);
      // What the pointer happens to stand on is no part of the screen.
      await page.mouse.move(HEAD.x, HEAD.y);
      await page.waitForTimeout(500);
      await page.screenshot({ path });
      problems.push(...(await serious(page)).map((one) => `${name} ${look}: ${one}`));
    } catch (problem) {
      await page.screenshot({ path });
      problems.push(`${name} ${look}: ${problem.message.split("\n").slice(0, 3).join(" ")}`);
    }
  }
  await page.context().close();
  return problems;
}

export default async function screens({ person, open, base, server }) {
  mkdirSync(SHOTS, { recursive: true });
  await prepare(server.api);
  const problems = [];
  for (const [look, context] of Object.entries(LOOKS)) {
    problems.push(...(await pictured(await open({ ...context, bypassCSP: true }), base, look, ENTRY)));
    const page = await person("mara", { ...context, bypassCSP: true });
    problems.push(...(await pictured(page, base, look, SCREENS)));
  }
  await otherTeams(server.api);
  for (const [look, context] of Object.entries(LOOKS)) {
    const page = await person("mara", { ...context, bypassCSP: true });
    problems.push(...(await pictured(page, base, look, SEVERAL)));
  }
  expect.equal(problems.join("\n"), "");
}
