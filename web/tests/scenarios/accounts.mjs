// What belongs to an account: a second factor from its set-up to its end, and where everybody needs one; a token for
// programs; a picture that others see at once.
import { field, said, visit, write } from "../acts.mjs";
import { expect } from "../expect.mjs";
import { asFile, png } from "../media.mjs";
import { codeOf, wantFactors } from "../totp.mjs";
import { SAMPLE_PASSWORD } from "../world.mjs";

export const options = {
  env: { MUSTER_ACCOUNTS_ENABLE_MFA: "true", MUSTER_ACCOUNTS_ENABLE_ACCESS_TOKENS: "true" },
};

const GREEN = [20, 140, 60];

export default async function accounts({ person, base, server }) {
  const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
  await Promise.all([mara, tomas].map((page) => visit(page, base, "off-topic")));
  await secondFactor(tomas);
  await visit(tomas, base, "off-topic");
  await token(mara, server.api);
  await picture(mara, tomas);
  await wanted(await person("priya"), base, server.api);
}

async function openSettings(page, name) {
  await page.locator(".composer textarea").first().waitFor();
  await page.keyboard.press("Control+Shift+A");
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("tab", { name }).click();
  return dialog;
}

const section = (dialog, title) =>
  dialog.locator(".settings-section", { has: dialog.page().getByRole("heading", { name: title, exact: true }) });

/** Goes away by hand, and comes back with a name and a password. */
async function signInAgain(page) {
  await page.locator(".sidebar-me").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/login/);
  await page.getByLabel("Email or user name").fill("tomas");
  await page.getByLabel("Password", { exact: true }).fill(SAMPLE_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** A wrong code turns nothing on and lets nobody in; a right one does; without the factor no code is asked for. */
async function secondFactor(page) {
  const factor = section(await openSettings(page, "Security"), "Second factor");
  await factor.getByText("Off", { exact: true }).waitFor();
  await factor.getByRole("button", { name: "Set up", exact: true }).click();
  const scanned = factor.getByRole("img", { name: "Code to scan" });
  await expect.soon(() => scanned.evaluate((image) => image.complete && image.naturalWidth > 100), true);
  const secret = await factor.locator(".settings-secret code").textContent();
  const code = factor.getByLabel("Six-digit code");
  await code.fill("000000");
  await factor.getByRole("button", { name: "Turn on" }).click();
  await factor.getByRole("alert").waitFor();
  await factor.getByText("Off", { exact: true }).waitFor();
  await code.fill(codeOf(secret));
  await factor.getByRole("button", { name: "Turn on" }).click();
  await factor.getByText("On", { exact: true }).waitFor();
  expect.equal(await factor.locator(".settings-secret").count(), 0);
  await page.keyboard.press("Escape");

  await signInAgain(page);
  const asked = page.getByLabel("One-time code");
  await expect.soon(() => asked.evaluate((code) => code === document.activeElement), true);
  await asked.fill("000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  expect.equal(new URL(page.url()).pathname, "/login");
  await asked.fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Sign in" }).click();

  const active = section(await openSettings(page, "Security"), "Second factor");
  await active.getByText("On", { exact: true }).waitFor();
  await active.getByRole("button", { name: "Turn off" }).click();
  await active.getByText("Off", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await signInAgain(page);
  await page.locator(".composer textarea").first().waitFor();
}

/** A program acts as its owner while the token holds, and not while it is disabled, and never once it is revoked. */
async function token(page, api) {
  const tokens = section(await openSettings(page, "Security"), "Access tokens");
  await tokens.getByLabel("New token for").fill("Tide clock");
  await tokens.getByRole("button", { name: "Create", exact: true }).click();
  await tokens.getByText("This is shown once.").waitFor();
  const secret = await tokens.locator(".settings-secret code").textContent();
  const asProgram = async () => {
    const answer = await fetch(`${api}/api/v4/users/me`, { headers: { Authorization: `Bearer ${secret}` } });
    return answer.ok ? (await answer.json()).username : answer.status;
  };
  expect.equal(await asProgram(), "mara");
  const row = tokens.getByRole("listitem").filter({ hasText: "Tide clock" });
  const choose = async (name) => {
    await row.getByRole("button", { name: "Actions for this token" }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  await choose("Disable");
  await row.getByText("Disabled").waitFor();
  expect.equal(await asProgram(), 401);
  await choose("Enable");
  await expect.gone(row.getByText("Disabled"));
  expect.equal(await asProgram(), "mara");
  await choose("Revoke");
  await page
    .getByRole("dialog", { name: "Revoke the token Tide clock?" })
    .getByRole("button", { name: "Revoke" })
    .click();
  await expect.gone(row);
  expect.equal(await asProgram(), 401);
  await page.keyboard.press("Escape");
  await expect.gone(page.getByRole("dialog"));

  // What was shown once is not shown again.
  const again = section(await openSettings(page, "Security"), "Access tokens");
  await again.getByLabel("New token for").waitFor();
  expect.equal(await again.locator(".settings-secret").count(), 0);
  await page.keyboard.press("Escape");
  await expect.gone(page.getByRole("dialog"));
}

/** The colour in the middle of the picture that stands beside the message; nothing while it is another one's turn. */
function colourBeside(page, text) {
  return said(page, text)
    .locator(".avatar img")
    .evaluate(async (image) => {
      const isThere = await image.decode().then(
        () => true,
        () => false,
      );
      if (!isThere) return [];
      const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
      const context = canvas.getContext("2d");
      context.drawImage(image, image.naturalWidth / 2, image.naturalHeight / 2, 1, 1, 0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    });
}

async function picture(mara, tomas) {
  await write(tomas, "Do you know my face?");
  const before = await colourBeside(mara, "my face");
  const dialog = await openSettings(tomas, "Profile");
  await dialog.locator('input[type="file"]').setInputFiles(asFile("face.png", "image/png", png(GREEN, 256)));
  await dialog.getByRole("button", { name: "Remove" }).waitFor();
  const isGreen = async (page) => {
    const seen = await colourBeside(page, "my face");
    return seen.length === 3 && seen.every((part, at) => Math.abs(part - GREEN[at]) < 8);
  };
  for (const page of [tomas, mara]) await expect.soon(() => isGreen(page), true);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect.gone(dialog.getByRole("button", { name: "Remove" }));
  for (const page of [tomas, mara]) await expect.soon(() => colourBeside(page, "my face"), before);
}

/** Where the server wants a second factor of everybody, who has none sets it up before anything else. */
async function wanted(page, base, api) {
  await wantFactors(api);
  await page.reload();
  await page.getByRole("heading", { name: "Protect your account" }).waitFor();
  const secret = await page.locator(".settings-secret code").textContent();
  const code = page.getByLabel("Six-digit code");
  await code.fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("alert").waitFor();
  await code.fill(codeOf(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await field(page).waitFor();
  await visit(page, base, "off-topic");
  await write(page, "Twice myself");
}
