// The pages of a person's settings, to their ends, and what they ask; each leaves the page as it is pictured.
import { at, press } from "./visits.mjs";

const open = (name) => async (page, base) => {
  await at("/channels/timetable")(page, base);
  await press(page, "Control+Shift+A");
  await page.getByRole("tab", { name }).click();
  await page.locator(".settings-page").waitFor();
};

/** What does not fit is at the end of the page. */
const end = (name) => async (page, base) => {
  await open(name)(page, base);
  await page.locator(".settings-section").last().waitFor();
  await page.waitForTimeout(300);
  await page.locator(".tabs-panel").evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
};

const PAGES = ["Profile", "Notifications", "Display", "Sidebar", "Security"];
const LONG = ["Notifications", "Display", "Security"];

async function address(page, base) {
  await open("Profile")(page, base);
  await page.getByLabel("Email").fill("mara@north-pier.example");
  await page.getByLabel("Current password").scrollIntoViewIfNeeded();
}

async function secondFactor(page, base) {
  await open("Security")(page, base);
  await page.getByRole("button", { name: "Set up", exact: true }).click();
  await page.getByRole("img", { name: "Code to scan" }).waitFor();
  await page.getByRole("button", { name: "Turn on" }).scrollIntoViewIfNeeded();
}

/** A token that was made is shown once; each visit makes one. */
async function token(page, base) {
  await open("Security")(page, base);
  await page.getByLabel("New token for").fill("Backup script");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByText("This is shown once.").waitFor();
  await page.locator(".settings-secret").scrollIntoViewIfNeeded();
}

async function revoke(page, base) {
  await token(page, base);
  await page.getByRole("button", { name: "Actions for this token" }).first().click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await page.getByRole("dialog", { name: "Revoke the token" }).waitFor();
}

async function wrongPassword(page, base) {
  await open("Security")(page, base);
  await page.getByLabel("Current password").fill("wrong");
  await page.getByLabel("New password").fill("Another-Pass2");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("alert").waitFor();
}

export function settingsScreens() {
  const key = (name) => `settings-${name.toLowerCase()}`;
  return {
    ...Object.fromEntries(PAGES.map((name) => [key(name), open(name)])),
    ...Object.fromEntries(LONG.map((name) => [`${key(name)}-end`, end(name)])),
    "settings-address": address,
    "settings-mfa": secondFactor,
    "settings-token": token,
    "settings-revoke": revoke,
    "settings-password": wrongPassword,
  };
}
