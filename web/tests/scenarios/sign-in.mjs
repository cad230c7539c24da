// Signing in by a provider that others wrote: the button, the provider's page, back to where one wanted to go; signing out
// there and here; what is said when it does not work.
import { expect } from "../expect.mjs";
import { startProvider } from "../provider.mjs";

let provider;

export const options = {
  async prepare(base) {
    provider = await startProvider(base, "openid");
    provider.open();
    const providers = [{ ...provider.configured, teams: ["staff=harbour-lights"], sign_out_there: true }];
    return { MUSTER_SIGN_IN_PROVIDERS: JSON.stringify(providers), MUSTER_SERVICE_SITE_URL: base };
  },
};

/** What somebody does at the provider: a name, a password, and yes. */
async function goThrough(page, name) {
  await page.getByPlaceholder("Enter any login").fill(name);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

export default async function signIn({ open, base, server }) {
  const page = await open();
  try {
    await page.goto(`${base}/harbour-lights/channels/off-topic`);
    await page.getByRole("link", { name: "Night Corp." }).click();
    await goThrough(page, "ada");
    await page.locator(".post, .beginning").first().waitFor();
    expect.equal(new URL(page.url()).pathname, "/harbour-lights/channels/off-topic");
    const me = await page.evaluate(() => fetch("/api/v4/users/me").then((answer) => answer.json()));
    expect.equal([me.username, me.email, me.first_name, me.auth_service].join(" "), "ada ada@corp.test Ada openid");

    // Another window signs out at the provider; this one hears of it.
    const other = await page.context().newPage();
    await other.goto(`${provider.issuer}/session/end`);
    await other.getByRole("button", { name: /Yes, sign me out/ }).click();
    await page.getByRole("link", { name: "Night Corp." }).waitFor();
    await other.close();

    // Signing out here leads there, and back.
    await page.getByRole("link", { name: "Night Corp." }).click();
    await goThrough(page, "ada");
    await page.locator(".post, .beginning").first().waitFor();
    await page.locator(".sidebar-me").click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("button", { name: /Yes, sign me out/ }).click();
    await page.waitForURL(`${server.api}/login*`);

    // An address that nobody vouches for, and a provider that is down.
    await page.getByRole("link", { name: "Night Corp." }).click();
    await goThrough(page, "eve");
    await page.getByText(/not confirmed there.*Code: [a-z0-9]{26}/).waitFor();
    const stranger = await open();
    await stranger.goto(`${base}/login?sign_in_error=provider_unreachable&code=abc`);
    await stranger.getByText(/does not answer.*Code: abc/).waitFor();
  } finally {
    await provider.end();
  }
}
