// The console in each language, wide or on a phone: a picture of each page to look at, axe, and nothing cut off.
// `MUSTER_LANGUAGES=fr,ar` looks at these alone, both wide and on a phone.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apiOf } from "../api.mjs";
import { serious } from "../axe.mjs";
import { cutOff, tooWide, turned, wrapped } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { prepare } from "../prepare.mjs";
import { PROGRAM_ENV } from "../program.mjs";
import { word } from "../words.mjs";

const logs = mkdtempSync(join(tmpdir(), "muster-log-"));
export const options = {
  env: {
    ...PROGRAM_ENV,
    MUSTER_ACCOUNTS_ENABLE_MFA: "true",
    MUSTER_ACCOUNTS_ENABLE_ACCESS_TOKENS: "true",
    MUSTER_INTEGRATIONS_ENABLE_BOTS: "true",
    MUSTER_LOG_FILE: join(logs, "muster.log"),
  },
};

const SIZES = { wide: { width: 1360, height: 1000 }, phone: { width: 390, height: 844 } };
/** Each language in one of the two looks, and in all sizes those whose words are longest or run the other way. */
const READERS = [
  { locale: "de", colorScheme: "light", sizes: ["wide", "phone"] },
  { locale: "ja", colorScheme: "dark", sizes: ["wide", "phone"] },
  { locale: "ar", colorScheme: "light", sizes: ["wide", "phone"] },
  { locale: "fr", colorScheme: "dark", sizes: ["wide"] },
  { locale: "es", colorScheme: "light", sizes: ["phone"] },
  { locale: "pt-BR", colorScheme: "dark", sizes: ["phone"] },
  { locale: "pl", colorScheme: "light", sizes: ["wide"] },
  { locale: "uk", colorScheme: "dark", sizes: ["phone"] },
  { locale: "ko", colorScheme: "light", sizes: ["wide"] },
  { locale: "zh-CN", colorScheme: "dark", sizes: ["phone"] },
];

const sees = (page, what) => page.locator(what).first().waitFor();

const open = (section, shown) => async (page, base) => {
  await page.goto(`${base}/admin/${section}`);
  await sees(page, shown);
};

/** What the menu of a row leads to. */
const chosen =
  (section, row, item) =>
  async (page, base, { locale }) => {
    await open(section, "main tbody tr")(page, base);
    await page.locator("main tbody tr", { hasText: row }).first().locator("td:last-child button").click();
    await page.locator(`[role=menu] [data-label="${word(locale, "admin", item)}"]`).click();
    await sees(page, "dialog[open] li, dialog[open] tr");
  };

/** Where each page is complete. */
const PLACES = {
  overview: open("", ".admin-chart rect"),
  users: open("users", "main tbody tr"),
  user: async (page, base) => {
    await open("users", "main tbody tr")(page, base);
    await page.locator("main tbody tr", { hasText: "tomas" }).locator("td:last-child button").click();
    await sees(page, "[role=menu]");
  },
  "new-user": async (page, base) => {
    await open("users", "main tbody tr")(page, base);
    await page.locator(".admin-head button").click();
    await sees(page, "dialog[open] input");
  },
  sessions: chosen("users", "mara", "sessions"),
  teams: open("teams", "main tbody tr"),
  channels: open("channels", "main tbody tr"),
  moderation: chosen("channels", "Timetable", "moderation"),
  roles: open("roles", ".admin-permissions li"),
  role: async (page, base, { locale }) => {
    await open("roles", ".admin-permissions li")(page, base);
    await page.getByRole("button", { name: word(locale, "rights", "role_channel_user"), exact: true }).click();
    await page.locator(".admin-permissions li input:enabled").first().click({ force: true });
    await sees(page, ".admin-bar");
  },
  integrations: open("integrations", "main li"),
  "sign-in": async (page, base) => {
    await open("signIn", ".admin-page h2")(page, base);
    await page.locator(".admin-head button").click();
    await page.locator(".sign-in-name").click();
    await page.locator(".sign-in-name").click();
    await page.locator(".sign-in-form details summary").click();
    await sees(page, ".sign-in-result pre");
  },
  settings: async (page, base, { locale }) => {
    await open("settings", ".admin-fields .field")(page, base);
    const names = await page.locator(".admin-split nav button").allTextContents();
    expect.equal(names.join("\n"), names.toSorted(new Intl.Collator(locale).compare).join("\n"));
  },
  choices: async (page, base, { locale }) => {
    const section = word(locale, "config", "EmailSettings");
    const label = word(locale, "choices", "EmailSettings.ConnectionSecurity=STARTTLS");
    await open("settings", ".admin-fields .field")(page, base);
    await page.getByRole("button", { name: section, exact: true }).click();
    const select = page.locator("select", { hasText: label });
    await select.selectOption({ label });
    expect.equal(await select.inputValue(), "STARTTLS");
    await page.getByText("EmailSettings.ConnectionSecurity = STARTTLS").waitFor();
    await select.scrollIntoViewIfNeeded();
  },
  saml: open("settings/SamlSettings", ".admin-fields tbody tr"),
  wrong: wrongSetting,
  jobs: async (page, base, { locale }) => {
    const failed = word(locale, "refusals", "app.job.data_retention.off");
    await open("jobs", ".job-result[lang]")(page, base);
    // The server tells it by its id, so that it is in the reader's language.
    await page.locator(`.job-result[lang=${locale}]`, { hasText: failed }).waitFor();
  },
  "start-job": async (page, base) => {
    await open("jobs", "main tbody tr")(page, base);
    await page.locator(".admin-head .button").click();
    await sees(page, "[role=menu]");
  },
  transfer: open("transfer", "main tbody tr"),
  logs: open("logs", ".admin-log li"),
};

/** The bar counts what is wrong with what is changed, names it, and stores nothing until it is mended. */
async function wrongSetting(page, base) {
  await open("settings", ".admin-fields .field")(page, base);
  await page.getByRole("searchbox").fill("maximum");
  const numbers = page.locator("main input[inputmode=numeric]");
  await numbers.nth(0).fill("many");
  await numbers.nth(1).fill("70000");
  // Arabic has a form of the word for two.
  await page.locator(".admin-bar", { hasText: /2|تغييران/ }).waitFor();
  const name = await page.locator("main .field[data-wrong] label").textContent();
  expect.ok((await page.locator(".admin-bar em").textContent()).includes(name), "the bar does not say what is wrong");
  expect.ok(await page.locator(".admin-bar [data-kind=primary]").isDisabled(), "what is wrong can be stored");
  // It is still there after a look elsewhere.
  await page.getByRole("searchbox").fill("");
  await page.getByRole("searchbox").fill("maximum");
  expect.equal(await numbers.nth(0).inputValue(), "many");
}

async function walk(page, base, look, reader) {
  const found = [];
  for (const [name, go] of Object.entries(PLACES)) {
    try {
      await go(page, base, reader);
      await page.mouse.move(0, 0);
      await page.waitForTimeout(400);
      const all = await Promise.all([serious, cutOff, turned, wrapped, tooWide].map((check) => check(page)));
      for (const one of all.flat()) found.push(`${look}, ${name}: ${one}`);
    } catch (problem) {
      found.push(`${look}, ${name}: ${problem.message.split("\n").slice(0, 3).join(" ")}`);
    }
    if (process.env.MUSTER_SHOTS)
      await page.screenshot({ path: `${process.env.MUSTER_SHOTS}/console-${look}-${name}.png` });
  }
  return found;
}

export default async function consoleLanguages({ person, base, server }) {
  if (process.env.MUSTER_SHOTS) mkdirSync(process.env.MUSTER_SHOTS, { recursive: true });
  await prepare(server.api);
  const api = await apiOf(server.api, "mara");
  const me = await api.get("/users/me");
  // Nothing is kept for a time here, which is why it fails.
  await api.post("/jobs", { type: "data_retention" });
  const found = [];
  const wanted = process.env.MUSTER_LANGUAGES?.split(",");
  try {
    for (const reader of READERS.filter(({ locale }) => wanted?.includes(locale) ?? true)) {
      const { locale, colorScheme } = reader;
      await api.put(`/users/${me.id}/patch`, { locale });
      for (const size of wanted ? Object.keys(SIZES) : reader.sizes) {
        const page = await person("mara", { colorScheme, viewport: SIZES[size], bypassCSP: true });
        await expect.soon(() => page.evaluate(() => document.documentElement.lang), locale);
        found.push(...(await walk(page, base, `${locale}-${size}`, reader)));
        await page.context().close();
      }
    }
  } finally {
    rmSync(logs, { recursive: true, force: true });
  }
  expect.equal(found.join("\n"), "");
}
