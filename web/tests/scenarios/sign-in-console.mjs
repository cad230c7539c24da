// Setting up providers in the console: forms, their order, what is wrong with them, and a text that a server starts with and
// that the forms take back, without the secret being shown. Pictures of it stand in docs/operating/sign-in.md.
import { serious } from "../axe.mjs";
import { cutOff, tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { startProvider } from "../provider.mjs";
import { LOOKS, shoot } from "../shots.mjs";

let provider;
/** What the server is started with; filled in with what the form writes. */
const configured = {};

export const options = {
  async prepare(base) {
    provider = await startProvider(base, "openid");
    provider.open();
    configured.MUSTER_SERVICE_SITE_URL = base;
    return configured;
  },
};

const names = (page) => page.locator(".sign-in-name strong").allTextContents();
const result = (page) => page.locator(".sign-in-result pre");
const copied = async (page) => {
  await page.locator(".sign-in-result").getByRole("button", { name: "Copy" }).click();
  return page.evaluate(() => navigator.clipboard.readText());
};

async function fillIn(page) {
  await page.getByText("No provider is set up here yet").waitFor();
  await page.getByRole("button", { name: "Add a provider" }).click();
  await page.getByLabel("Product").selectOption("Keycloak");
  await page.getByLabel("Address of the provider").fill("http://id.example.com");
  await page.getByText("An https address without ? and #").waitFor();
  await page.getByText("2 fields are to be mended").waitFor();
  expect.ok(await page.getByRole("button", { name: "Copy" }).last().isDisabled(), "what is wrong can be taken away");
  await page.getByLabel("Address of the provider").fill(provider.issuer);
  await page.getByLabel("Client ID").fill(provider.configured.client_id);
  await page.getByLabel("Client secret").fill(provider.configured.client_secret);
  await page.getByText("/signup/openid/complete").waitFor();
  await page.getByLabel("Text of the button").fill("Night Corp.");
  await page.getByLabel("Required groups").fill("staff\n");
  await page.getByText("Claims, roles and teams").click();
  await page.getByLabel("Teams by group").fill("staff=harbour-lights");
  expect.equal((await serious(page)).join("\n"), "");
  await page
    .locator(".sign-in-head")
    .first()
    .evaluate((head) => head.scrollIntoView());
  await shoot(page, "sign-in-form");
}

/** Tries what is typed: a secret that is wrong is told in words, and the right one is fine. */
async function tries(page) {
  const secret = page.getByLabel("Client secret");
  const test = page.getByRole("button", { name: "Test connection" });
  await secret.fill("another-secret");
  await test.click();
  await page.getByText("client_id or client_secret is not the one that is registered there").waitFor();
  expect.equal(await page.locator(".sign-in-steps [data-wrong]").count(), 1);
  await secret.fill(provider.configured.client_secret);
  await test.click();
  await page.getByText("Everything is as it must be").waitFor();
  await page.locator(".sign-in-steps li", { hasText: "Client ID and secret" }).waitFor();
  expect.equal((await serious(page)).join("\n"), "");
}

/** What somebody would become who signs in by what is in force; nothing comes of it. */
async function previews(page) {
  await page.locator("summary", { hasText: "Test what is in force" }).click();
  const service = page.getByRole("region", { name: "Night Corp." });
  await service.locator("summary", { hasText: "What would become of somebody" }).click();
  const claims = service.getByLabel("Claims or attributes, as JSON");
  const shows = async (told, text) => {
    await claims.fill(told);
    await service.getByRole("button", { name: "Show" }).click();
    await service.getByText(text).waitFor();
  };
  await shows("no", "This is no JSON object");
  const ben = { sub: "ben", preferred_username: "ben", email: "ben@corp.test", email_verified: true };
  await shows(JSON.stringify(ben), "Is not let in");
  await shows(JSON.stringify({ ...ben, groups: ["staff"] }), "Gets a new account");
  await service.getByText("harbour-lights").waitFor();
  await service.getByRole("button", { name: "Test connection" }).click();
  await service.getByText("Everything is as it must be").waitFor();
}

/** By the pointer, and by the buttons, which keep the focus. */
async function order(page) {
  await page.getByRole("button", { name: "Add a provider" }).click();
  await page.getByLabel("Product").selectOption("Google");
  await page.getByLabel("Client ID").fill("chat.example.com");
  await page.locator(".sign-in-name", { hasText: "Google" }).click();
  expect.equal((await names(page)).join(), "Night Corp.,Google");
  const [first, second] = [page.locator(".sign-in-provider").first(), page.locator(".sign-in-provider").last()];
  await second.locator("strong").dragTo(first.locator("strong"));
  await expect.soon(() => names(page), ["Google", "Night Corp."]);
  const down = page.getByRole("button", { name: "Move Google down" });
  await down.focus();
  await page.keyboard.press("Enter");
  await expect.soon(() => names(page), ["Night Corp.", "Google"]);
  await shoot(page, "sign-in-order");
}

export default async function signInConsole({ person, open, base, server }) {
  const page = await person("mara", { permissions: ["clipboard-read", "clipboard-write"] });
  try {
    await page.goto(`${base}/admin/signIn`);
    await fillIn(page);
    await tries(page);
    await order(page);
    // The secret is copied, and not shown.
    const secret = provider.configured.client_secret;
    expect.ok(!(await result(page).textContent()).includes(secret), "the secret is shown");
    const file = await copied(page);
    expect.ok(file.includes(`client_secret = "${secret}"`) && file.includes('preset = "keycloak"'), file);

    // The forms begin with it again; the secret stays unless another one is written.
    await page.reload();
    await page.locator("summary", { hasText: "What the file has already" }).click();
    const pasted = page.getByRole("textbox", { name: "What the file has already" });
    await pasted.fill("[[sign_in.providers]]\nissuerr = 1");
    await page.getByRole("button", { name: "Fill in" }).click();
    await page.getByText("This line cannot be read: issuerr = 1").waitFor();
    await pasted.fill(file);
    await page.getByRole("button", { name: "Fill in" }).click();
    await expect.soon(() => names(page), ["Night Corp.", "Google"]);
    expect.equal(await copied(page), file);
    await page.locator(".sign-in-name").first().click();
    await page.getByText("Stays as the file has it").waitFor();
    await page.getByLabel("Show the form for name and password").click();

    // A server starts with the text, and people come in by it.
    await page.getByRole("tab", { name: "For the environment" }).click();
    await shoot(page, "sign-in-text");
    for (const line of (await copied(page)).trim().split("\n")) {
      const [, name, value] = /^(\w+)='?(.*?)'?$/.exec(line);
      configured[name] = value;
    }
    await server.stop();
    await server.start();
    const stranger = await open();
    await stranger.goto(server.api);
    const buttons = stranger.locator(".entry-providers a");
    await buttons.first().waitFor();
    expect.equal((await buttons.allTextContents()).map((text) => text.trim()).join(), "Night Corp.,Google");
    expect.equal(await stranger.getByLabel("Password", { exact: true }).count(), 0);
    await shoot(stranger, "sign-in-buttons");
    await buttons.first().click();
    await stranger.getByPlaceholder("Enter any login").fill("ada");
    await stranger.getByPlaceholder("and password").fill("any");
    await stranger.getByRole("button", { name: "Sign-in" }).click();
    await stranger.getByRole("button", { name: "Continue" }).click();
    await stranger.locator(".post, .beginning").first().waitFor();

    // The console says what stands on the page now; on a phone all of it fits.
    await page.setViewportSize(LOOKS.phone.viewport);
    await page.reload();
    await page.getByText("On the sign-in page now: Night Corp. and Google").waitFor();
    await previews(page);
    expect.equal([...(await cutOff(page)), ...(await tooWide(page))].join("\n"), "");
    await shoot(page, "sign-in-phone");
    await page.getByRole("link", { name: "Provider (SAML)" }).click();
    await page.getByRole("heading", { name: "Provider (SAML)" }).waitFor();
  } finally {
    await provider.end();
  }
}
