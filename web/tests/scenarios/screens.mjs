// Every screen in light, dark and phone width: a picture of each to look at, axe, which must find nothing serious, and
// nothing that is wider than the window.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serious } from "../axe.mjs";
import { startBerths } from "../berths.mjs";
import { tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { startPostbox } from "../postbox.mjs";
import { otherTeams, prepare } from "../prepare.mjs";
import { PROGRAM_ENV } from "../program.mjs";
import { wantFactors } from "../totp.mjs";
import { at, lists, menuOf, menus, panel, planning, press, showSidebar } from "../visits.mjs";
import { consoleScreens } from "../visits-console.mjs";
import { postScreens } from "../visits-posts.mjs";
import { settingsScreens } from "../visits-settings.mjs";
import { teamMenu, teamScreens } from "../visits-team.mjs";
import { SAMPLE_PASSWORD } from "../world.mjs";

const postbox = await startPostbox();
const logs = mkdtempSync(join(tmpdir(), "muster-log-"));
export const options = {
  env: {
    ...PROGRAM_ENV,
    ...postbox.env,
    MUSTER_EMAIL_ENABLE_NOTIFICATIONS: "true",
    MUSTER_ACCOUNTS_ENABLE_MFA: "true",
    MUSTER_ACCOUNTS_ENABLE_ACCESS_TOKENS: "true",
    MUSTER_INTEGRATIONS_ENABLE_BOTS: "true",
    MUSTER_LOG_FILE: join(logs, "muster.log"),
  },
};

const SHOTS = process.env.MUSTER_SHOTS ?? fileURLToPath(new URL("../../shots", import.meta.url));
const LOOKS = {
  light: { colorScheme: "light", viewport: { width: 1360, height: 860 } },
  dark: { colorScheme: "dark", viewport: { width: 1360, height: 860 } },
  phone: { colorScheme: "light", viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
};

/** Where nothing answers to a pointer: beside the name of the channel. */
const HEAD = { x: 200, y: 2 };
/** Some alone, by their names: `MUSTER_SCREENS=login,menu MUSTER_LOOKS=dark`. */
const WANTED = process.env.MUSTER_SCREENS?.split(",");
const LOOKED = process.env.MUSTER_LOOKS?.split(",");

const form = (path) => async (page, base) => {
  await page.goto(`${base}/${path}`);
  await page.locator("form").waitFor();
};
const signIn = (name, password, shown) => async (page, base) => {
  await form("login")(page, base);
  await page.getByLabel("Email or user name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator(shown).waitFor();
};
/** Before anybody is signed in. */
const ENTRY = {
  login: form("login"),
  "login-refused": signIn("tomas", "Wrong-pass1", "[role=alert]"),
  "login-code": signIn("amina", SAMPLE_PASSWORD, "input[autocomplete=one-time-code]"),
  invited: form("signup_user_complete?t=brought-by-mail"),
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
/** Where everybody needs a second factor; this one has none. */
const GUARDED = { factor: signIn("tomas", SAMPLE_PASSWORD, ".settings-code") };
/** Where there is more than one team. */
const SEVERAL = {
  rail: async (page, base) => {
    await at("/channels/timetable")(page, base);
    await showSidebar(page);
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
    await page.locator(".posts[data-shown] .replies").first().click();
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
  "browse-archived": async (page, base) => {
    await at("/channels/timetable")(page, base);
    await press(page, "Control+Shift+O");
    await page.getByLabel("Which channels").selectOption({ label: "Archived" });
    await page.locator(".browse-row", { hasText: "Old jetty" }).waitFor();
  },
  message: async (page, base) => {
    await at("/channels/timetable")(page, base);
    await press(page, "Control+Shift+K");
    await page.locator("dialog .member").first().waitFor();
  },
  profile: async (page, base) => {
    await at("/channels/timetable")(page, base);
    await page.locator(".posts[data-shown] .post-author").first().click();
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
    const post = page.locator(".posts[data-shown] .post").last();
    await post.focus();
    await post.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menu").waitFor();
  },
  palette: async (page, base) => {
    await at("/channels/timetable")(page, base);
    await press(page, "Control+K");
    await page.getByRole("combobox").fill(">");
    await page.locator(".switcher-row").nth(4).waitFor();
  },
  archived: at("/channels/old-jetty"),
  sidebar: teamMenu,
  ...lists(),
  ...planning(),
  ...postScreens(),
  ...menus(),
  ...teamScreens(),
  ...consoleScreens(),
};

const shown = (path, what) => async (page, base) => {
  await page.goto(`${base}/${path}`);
  await page.locator(what).first().waitFor();
};
/** Where somebody may less, and has nothing yet. */
const MEMBER = {
  "may-not-write": at("/channels/notices"),
  "not-joined": shown("harbour-lights/channels/timetable", "main .empty"),
  "no-channel": shown("harbour-lights/channels/submarine", "main .empty"),
  "no-threads": shown("harbour-lights/threads", "main .empty"),
  "no-drafts": shown("harbour-lights/drafts", "main .empty"),
  "no-scheduled": shown("harbour-lights/scheduled_posts", "main .empty"),
  "no-console": shown("admin/users", "main .empty"),
  "no-invitation": shown("signup_user_complete/?id=aaaaaaaaaaaaaaaaaaaaaaaaaa", "main [role=alert]"),
};

/** Pictures of these screens as this person sees them; what axe finds, and what could not be reached. */
async function pictured(page, base, look, screens) {
  const problems = [];
  for (const [name, visit] of Object.entries(screens)) {
    if (WANTED && !WANTED.includes(name)) continue;
    const path = join(SHOTS, `${name}-${look}.png`);
    try {
      // One of them is without a network.
      await page.context().setOffline(false);
      // A thread that was opened beside would be there again.
      await page.evaluate(() => localStorage.removeItem("muster.beside")).catch(() => undefined);
      await visit(page, base);
      // What the pointer happens to stand on is no part of the screen.
      await page.mouse.move(HEAD.x, HEAD.y);
      await page.waitForTimeout(500);
      await page.screenshot({ path });
      const found = [...(await serious(page)), ...(await tooWide(page))];
      problems.push(...found.map((one) => `${name} ${look}: ${one}`));
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
  const program = await startBerths(server.api);
  const problems = [];
  const walk = async (screens, enter) => {
    for (const [look, context] of Object.entries(LOOKS).filter(([look]) => LOOKED?.includes(look) ?? true))
      problems.push(...(await pictured(await enter({ ...context, bypassCSP: true }), base, look, screens)));
  };
  try {
    await walk(ENTRY, open);
    await walk(SCREENS, (context) => person("mara", context));
    await walk(MEMBER, (context) => person("nils", context));
    await otherTeams(server.api);
    await walk(SEVERAL, (context) => person("mara", context));
    await wantFactors(server.api);
    await walk(GUARDED, open);
  } finally {
    await program.end();
    postbox.end();
    rmSync(logs, { recursive: true });
  }
  expect.equal(problems.join("\n"), "");
}
