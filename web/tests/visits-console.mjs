// The pages of the console, and the dialogs over them; each leaves the page as it is pictured.

const PAGES = ["", "users", "teams", "channels", "roles", "settings", "integrations", "logs", "jobs", "transfer"];

const open = (section) => async (page, base) => {
  await page.goto(`${base}/admin/${section}`);
  await page.locator("main h1, main h2").first().waitFor();
};

/** What the menu of a row leads to. */
const chosen = (section, row, item) => async (page, base) => {
  await open(section)(page, base);
  await page.getByRole("button", { name: `Actions for ${row}` }).click();
  await page.locator(`[role=menu] [data-label="${item}"]`).click();
  await page.getByRole("dialog").waitFor();
};

const sought = (section, words, shown) => async (page, base) => {
  await open(section)(page, base);
  await page.getByRole("searchbox").fill(words);
  await page.getByText(shown).first().waitFor();
};

async function sessions(page, base) {
  await chosen("users", "mara", "Sessions")(page, base);
  await page.getByRole("dialog").getByRole("listitem").first().waitFor();
}

async function moderation(page, base) {
  await chosen("channels", "Timetable", "Moderation")(page, base);
  await page.locator(".moderation").waitFor();
}

async function members(page, base) {
  await chosen("teams", "Harbour Lights", "Members")(page, base);
  await page.getByRole("dialog").getByRole("listitem").first().waitFor();
}

async function changedRole(page, base) {
  await open("roles")(page, base);
  await page.getByRole("button", { name: "Channel member", exact: true }).click();
  await page.getByRole("searchbox").fill("reaction");
  await page.getByRole("checkbox", { name: "Add reactions", exact: true }).uncheck({ force: true });
  await page.getByText("1 change", { exact: true }).waitFor();
}

async function fixedRole(page, base) {
  await open("roles")(page, base);
  await page.getByRole("button", { name: "System administrator", exact: true }).click();
  await page.getByText("Administrators may do everything.").waitFor();
}

async function changedSetting(page, base) {
  await open("settings")(page, base);
  await page.getByRole("searchbox").fill("maximum");
  await page.locator("main input[inputmode=numeric]").first().fill("many");
  await page.getByText("A whole number, please").waitFor();
}

async function saml(page, base) {
  await open("settings/SamlSettings")(page, base);
  await page.locator(".admin-fields .table").waitFor();
}

async function importing(page, base) {
  await open("transfer")(page, base);
  await page.getByRole("button", { name: "Delete" }).first().click();
  await page.getByRole("dialog").waitFor();
}

async function webhook(page, base) {
  await open("integrations")(page, base);
  await page.getByRole("button", { name: "New incoming webhook" }).click();
  await page.locator(".maker").waitFor();
}

const pressed = (section, button, shown) => async (page, base) => {
  await open(section)(page, base);
  await page.getByRole("button", { name: button, exact: true }).first().click();
  await page.getByRole(shown).waitFor();
};

export function consoleScreens() {
  const pages = PAGES.map((section) => [`console-${section || "overview"}`, open(section)]);
  return {
    ...Object.fromEntries(pages),
    "console-moderation": moderation,
    "console-new-user": pressed("users", "New user", "dialog"),
    "console-user": pressed("users", "Actions for tomas", "menu"),
    "console-password": chosen("users", "tomas", "New password"),
    "console-sessions": sessions,
    "console-deactivate": chosen("users", "tomas", "Deactivate"),
    "console-nobody": sought("users", "submarine", "Nobody found"),
    "console-members": members,
    "console-archive-team": chosen("teams", "Harbour Lights", "Archive"),
    "console-archive-channel": chosen("channels", "Timetable", "Archive"),
    "console-role": changedRole,
    "console-role-fixed": fixedRole,
    "console-setting": changedSetting,
    "console-saml": saml,
    "console-webhook": webhook,
    "console-no-lines": sought("logs", "submarine", "No lines"),
    "console-job": pressed("jobs", "Start", "menu"),
    "console-import": importing,
  };
}
