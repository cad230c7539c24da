// Every screen in light, dark and phone width: a picture of each to look at, and axe, which must find nothing serious.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { apiOf } from "../api.mjs";
import { serious } from "../axe.mjs";
import { bulkOf } from "../bulk.mjs";
import { expect } from "../expect.mjs";

const SHOTS = process.env.MUSTER_SHOTS ?? fileURLToPath(new URL("../../shots", import.meta.url));
const LOOKS = {
  light: { colorScheme: "light", viewport: { width: 1360, height: 860 } },
  dark: { colorScheme: "dark", viewport: { width: 1360, height: 860 } },
  phone: { colorScheme: "light", viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
};

const at = (path) => async (page, base) => {
  await page.goto(`${base}/harbour-lights${path}`);
  await page.locator(".post, .thread-row, .beginning").first().waitFor();
};
const press = (page, keys) => page.keyboard.press(keys);
const panel = (page, kind) => page.getByRole("button", { name: kind, exact: true }).first().click();

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
  create: async (page, base) => {
    await at("/channels/timetable")(page, base);
    await press(page, "Control+K");
    await page.getByRole("combobox").fill(">create");
    await press(page, "Enter");
    await page.getByRole("dialog").waitFor();
  },
  drafts: async (page, base) => {
    await page.goto(`${base}/harbour-lights/drafts`);
    await page.locator("main h1, main h2").first().waitFor();
  },
  ...postScreens(),
  ...managing(),
  ...consoleScreens(),
  suggestions: async (page, base) => {
    await at("/channels/timetable")(page, base);
    await page.locator(".composer textarea").fill("");
    await page.locator(".composer textarea").pressSequentially("Ask @");
    await page.locator(".suggestion").nth(1).waitFor();
  },
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
    integrations: inTeam("Integrations"),
    notifications: inChannel("Notifications"),
    people: inChannel("Add people"),
    properties: inChannel("Edit channel"),
    emojis: menuOf("Custom emoji", "dialog .gather"),
    groups: menuOf("Groups of people", "dialog .gather, dialog .empty"),
    teams: async (page, base) => {
      await page.goto(`${base}/select_team`);
      await page.locator("main h1, main h2").first().waitFor();
    },
  };
}

/** What the pictures show beyond the sample: an edited message, exports that are done, a file that waits to be brought in. */
async function prepare(server) {
  const api = await apiOf(server, "mara");
  const team = await api.get("/teams/name/harbour-lights");
  const channel = await api.get(`/teams/${team.id}/channels/name/off-topic`);
  const post = await api.post("/posts", { channel_id: channel.id, message: "The buoy at the pier is green." });
  await api.put(`/posts/${post.id}/patch`, { message: "The buoy at the **north** pier is green." });
  await api.put(`/posts/${post.id}/patch`, { message: "The buoy at the **north** pier is green and flashes twice." });
  await api.post("/jobs", { type: "message_export" });
  await api.post("/jobs", { type: "export_process", data: { include_attachments: "true" } });
  const file = bulkOf([["team", { name: "north-pier", display_name: "North Pier", type: "O" }]]);
  const upload = await api.post("/uploads", { type: "import", filename: "north-pier.zip", file_size: file.length });
  await api.send(`/uploads/${upload.id}`, file);
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

/** What the person's own menu leads to. */
function menuOf(name, shown) {
  return async (page, base) => {
    await at("/channels/timetable")(page, base);
    await press(page, "Control+K");
    await page.getByRole("combobox").fill(`>${name.toLowerCase()}`);
    await press(page, "Enter");
    await page.locator(shown).first().waitFor();
  };
}

export default async function screens({ person, open, base, server }) {
  mkdirSync(SHOTS, { recursive: true });
  await prepare(server.api);
  const wanted = process.env.MUSTER_SCREENS?.split(",");
  const problems = [];
  for (const [look, context] of Object.entries(LOOKS)) {
    if (look === "light") {
      const page = await open(context);
      await page.goto(`${base}/login`);
      await page.locator("form").waitFor();
      await page.screenshot({ path: join(SHOTS, "login-light.png") });
      problems.push(...(await serious(page)).map((one) => `login: ${one}`));
    }
    const page = await person("mara", { ...context, bypassCSP: true });
    for (const [name, visit] of Object.entries(SCREENS)) {
      if (wanted && !wanted.includes(name)) continue;
      try {
        await visit(page, base);
        await page.waitForTimeout(500);
        await page.screenshot({ path: join(SHOTS, `${name}-${look}.png`) });
        problems.push(...(await serious(page)).map((one) => `${name} ${look}: ${one}`));
      } catch (problem) {
        await page.screenshot({ path: join(SHOTS, `${name}-${look}.png`) });
        problems.push(`${name} ${look}: ${problem.message.split("\n").slice(0, 3).join(" ")}`);
      }
    }
    await page.context().close();
  }
  expect.equal(problems.join("\n"), "");
}
