// Signing in by a provider of SAML that others wrote, which is another site: set up in the console from its description,
// the button, the provider's page, back to where one wanted to go; and what is said when it does not work. Pictures of it
// stand in docs/operating/sign-in.md.
import { apiOf } from "../api.mjs";
import { serious } from "../axe.mjs";
import { cutOff, tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { startSamlProvider } from "../saml-provider.mjs";
import { LOOKS, shoot } from "../shots.mjs";

let provider;

export const options = {
  async prepare(base) {
    provider = await startSamlProvider(base);
    return {
      MUSTER_SERVICE_SITE_URL: base,
      MUSTER_SAML_GROUPS_ATTRIBUTE: "groups",
      MUSTER_SAML_REQUIRED_GROUPS: "staff",
      MUSTER_SAML_TEAMS: "staff=harbour-lights",
    };
  },
};

/** By the names of the settings; what the provider says of itself is read from it. */
const TYPED = {
  "Attribute that an account is known by": "NameID",
  "Attribute of the username": "username",
  "Attribute of the email address": "email",
  "Attribute of the first name": "firstName",
  "Attribute of the last name": "lastName",
  "Text of the sign-in button": "Night Corp.",
};

const certificate = (page, name) =>
  page.getByRole("row").filter({ has: page.getByRole("cell", { name, exact: true }) });

async function setUp(admin, base) {
  await admin.goto(`${base}/admin/settings/SamlSettings`);
  const provided = certificate(admin, "Certificates of the provider");
  await provided.getByText("None").waitFor();
  await admin.getByText(`entity ID ${provider.site}/login/sso/saml, address`).waitFor();

  // An address where nothing is, and a file that is no certificate.
  const description = admin.getByLabel("Address of the provider’s description (metadata)");
  await description.fill(`${provider.issuer}/nothing`);
  await admin.getByRole("button", { name: "Read the description" }).click();
  await admin.getByText("The description cannot be fetched").waitFor();
  await provided.locator('input[type="file"]').setInputFiles({
    name: "notes.pem",
    mimeType: "text/plain",
    buffer: Buffer.from("no certificate"),
  });
  await admin.getByText("it has no certificate in PEM").waitFor();

  await description.fill(provider.metadata);
  await admin.getByRole("button", { name: "Read the description" }).click();
  await provided.getByText("There").waitFor();
  const filled = admin.getByLabel("What the provider calls itself (entity ID)");
  await expect.soon(() => filled.inputValue(), provider.issuer);
  for (const [label, text] of Object.entries(TYPED)) await admin.getByLabel(label, { exact: true }).fill(text);
  await admin.getByLabel("Sign in by SAML", { exact: true }).setChecked(true, { force: true });
  expect.equal((await serious(admin)).join("\n"), "");
  await expect.gone(admin.getByText("The description was read"));
  await admin.getByRole("heading", { name: "Provider (SAML)" }).evaluate((head) => head.scrollIntoView());
  await shoot(admin, "saml-form");
  await admin.setViewportSize(LOOKS.phone.viewport);
  expect.equal([...(await cutOff(admin)), ...(await tooWide(admin))].join("\n"), "");
  await shoot(admin, "saml-form-phone");
  await admin.setViewportSize(LOOKS.light.viewport);
  await admin.getByRole("button", { name: "Save" }).click();
  await admin.getByText("Saved").first().waitFor();
}

const button = (page) => page.getByRole("link", { name: "Night Corp." });

async function goThrough(page, name, how = "Sign in") {
  await button(page).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: how, exact: true }).click();
}

export default async function saml({ person, open, base, server }) {
  const admin = await person("mara");
  const page = await open();
  try {
    await setUp(admin, base);
    await page.goto(`${base}/harbour-lights/channels/off-topic`);
    await button(page).waitFor();
    await shoot(page, "saml-button");
    await goThrough(page, "ada");
    await page.locator(".post, .beginning").first().waitFor();
    expect.equal(page.url(), `${server.api}/harbour-lights/channels/off-topic`);
    const asked = () => page.evaluate(() => fetch("/api/v4/users/me").then((answer) => answer.json()));
    const me = await asked();
    expect.equal([me.username, me.email, me.first_name, me.auth_service].join(" "), "ada ada@corp.test Ada saml");

    // Out, and in again as the same.
    await page.locator(".sidebar-me").click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await goThrough(page, "ada");
    await page.locator(".post, .beginning").first().waitFor();
    expect.equal((await asked()).id, me.id);

    await refused(await open(), base);
    await taken(admin, page, server);
  } finally {
    await provider.end();
  }
}

/** What the provider says no to, what was changed on its way, and who is in no group that is let in. */
async function refused(page, base) {
  await page.goto(`${base}/login`);
  await goThrough(page, "ada", "Refuse");
  await page.getByText(/cancelled or refused there.*Code: [a-z0-9]{26}/).waitFor();
  await shoot(page, "saml-denied");
  await goThrough(page, "ada", "Sign in as somebody else on the way");
  await page.getByText(/Something is not right.*Code: [a-z0-9]{26}/).waitFor();
  await goThrough(page, "eve");
  await page.getByText(/not among those.*Code: [a-z0-9]{26}/).waitFor();
  const signedIn = await page.evaluate(() => fetch("/api/v4/users/me").then((answer) => answer.ok));
  expect.equal(signedIn, false);
}

/** Without certificates nobody comes in any more. */
async function taken(admin, page, server) {
  const provided = certificate(admin, "Certificates of the provider");
  await provided.getByRole("button", { name: "Remove" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await provided.getByText("None").waitFor();
  const api = await apiOf(server.api, "mara");
  expect.equal((await api.get("/saml/certificate/status")).idp_certificate_file, false);
  await page.locator(".sidebar-me").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await goThrough(page, "ada");
  await page.getByText(/Something is not right.*Code: [a-z0-9]{26}/).waitFor();
}
