// Passkeys with an authenticator that Chromium plays: made in the settings, used alone and behind a password, lost and
// stood in for by a recovery code, removed; and where everybody needs a second factor, made in place of an app.
import { apiOf } from "../api.mjs";
import { serious } from "../axe.mjs";
import { cutOff, tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { LOOKS, shoot } from "../shots.mjs";
import { wantFactors } from "../totp.mjs";
import { SAMPLE_PASSWORD } from "../world.mjs";

/** Browsers know passkeys for names alone, and this one leads here. */
const named = (address) => address.replace("127.0.0.1", "localhost");

export const options = { env: { MUSTER_ACCOUNTS_ENABLE_MFA: "true" } };

export default async function passkeys({ open, base, server }) {
  const site = named(base);
  const api = await apiOf(server.api, "mara");
  await api.put("/config/patch", { ServiceSettings: { SiteURL: site } });
  const page = await open({ ...LOOKS.light, bypassCSP: true });
  const keys = await authenticator(page);
  await signIn(page, site, "mara");
  await inChat(page);
  const codes = await makeAndName(page);
  await alone(page, site);
  await behindPassword(page, site, keys);
  await lost(page, site, codes);
  await seen(open, site);
  await inPlaceOfAnApp(await open({ ...LOOKS.light, bypassCSP: true }), site, server.api);
}

/** An authenticator in the machine, which finds that the person is there and is who it should be. */
async function authenticator(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verify: (isUserVerified) => devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    all: async () => (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
}

async function signIn(page, site, name) {
  await page.goto(`${site}/login`);
  await page.getByLabel("Email or user name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(SAMPLE_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const inChat = (page) => page.locator(".composer textarea").first().waitFor();

async function signOut(page) {
  await page.locator(".sidebar-me").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/login/);
}

async function settings(page) {
  await page.keyboard.press("Control+Shift+A");
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("tab", { name: "Security" }).click();
  return dialog;
}

const section = (dialog, title) =>
  dialog.locator(".settings-section", { has: dialog.page().getByRole("heading", { name: title, exact: true }) });

/** Makes one and gives it another name; the recovery codes. */
async function makeAndName(page) {
  const dialog = await settings(page);
  const list = section(dialog, "Passkeys");
  await list.getByLabel("Name of a new passkey").fill("Laptop");
  await list.getByRole("button", { name: "Add" }).click();
  await list.getByText("Laptop", { exact: true }).waitFor();
  await list.getByText(/not used yet/).waitFor();
  await list.getByRole("button", { name: "Actions for Laptop" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await list.getByLabel("New name").fill("Blue laptop");
  await list.getByRole("button", { name: "Save" }).click();
  await list.getByText("Blue laptop", { exact: true }).waitFor();
  const recovery = section(dialog, "Recovery codes");
  await recovery.getByText("none left").waitFor();
  await recovery.getByRole("button", { name: "Make new codes" }).click();
  const codes = (await recovery.locator(".settings-secret code").textContent()).split("\n");
  expect.equal(codes.length, 10);
  await recovery.getByText("10 left").waitFor();
  expect.equal(JSON.stringify(await serious(page)), "[]");
  await recovery.getByRole("button", { name: "Make new codes" }).scrollIntoViewIfNeeded();
  await shoot(page, "passkeys");
  // The authenticator has one for this account already, and makes no second one.
  await list.getByRole("button", { name: "Add" }).click();
  await list.getByText("This account has a passkey on this device already.").waitFor();
  await page.keyboard.press("Escape");
  await signOut(page);
  return codes;
}

/** No name, no password. */
async function alone(page, site) {
  await page.goto(`${site}/login`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
  await shoot(page, "passkeys-sign-in");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await inChat(page);
  await signOut(page);
}

/** Alone, an authenticator that does not verify the person lets nobody in; behind the password it does. */
async function behindPassword(page, site, keys) {
  await keys.verify(false);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("alert").waitFor();
  await signIn(page, site, "mara");
  await page.getByLabel("One-time code").waitFor();
  await shoot(page, "passkeys-second");
  expect.equal(JSON.stringify(await serious(page)), "[]");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await inChat(page);
  await signOut(page);
  await keys.verify(true);
  expect.ok((await keys.all())[0].signCount >= 3);
}

/** A recovery code once, and no passkey any more. */
async function lost(page, site, codes) {
  const byCode = async (code) => {
    await signIn(page, site, "mara");
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(code);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  await byCode(codes[0]);
  await inChat(page);
  await signOut(page);
  await byCode(codes[0]);
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Recovery code").fill(codes[1].toUpperCase());
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await inChat(page);
  const list = section(await settings(page), "Passkeys");
  await list.getByText(/Used .*, made on/).waitFor();
  await list.getByRole("button", { name: "Actions for Blue laptop" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page
    .getByRole("dialog", { name: /Blue laptop/ })
    .getByRole("button", { name: "Remove" })
    .click();
  await expect.gone(list.getByText("Blue laptop", { exact: true }));
  await page.keyboard.press("Escape");
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("alert").waitFor();
  await signIn(page, site, "mara");
  await inChat(page);
}

/** In the dark, and on a phone: everything fits. */
async function seen(open, site) {
  for (const look of ["dark", "phone"]) {
    const page = await open({ ...LOOKS[look], bypassCSP: true });
    await authenticator(page);
    await signIn(page, site, "tomas");
    await inChat(page);
    const dialog = await settings(page);
    const list = section(dialog, "Passkeys");
    await list.getByLabel("Name of a new passkey").fill("Phone");
    await list.getByRole("button", { name: "Add" }).click();
    await section(dialog, "Recovery codes").getByText("none left").waitFor();
    await list.scrollIntoViewIfNeeded();
    expect.equal(JSON.stringify([...(await serious(page)), ...(await cutOff(page)), ...(await tooWide(page))]), "[]");
    await shoot(page, `passkeys-${look}`);
    await list.getByRole("button", { name: "Actions for Phone" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("dialog", { name: /Phone/ }).getByRole("button", { name: "Remove" }).click();
    await expect.gone(list.getByText("Phone", { exact: true }));
    await page.context().close();
  }
}

/** Where everybody needs a second factor, a passkey is one. */
async function inPlaceOfAnApp(page, site, api) {
  await authenticator(page);
  await wantFactors(api);
  await signIn(page, site, "priya");
  await page.getByRole("heading", { name: "Protect your account" }).waitFor();
  await shoot(page, "passkeys-factor");
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  await inChat(page);
}
