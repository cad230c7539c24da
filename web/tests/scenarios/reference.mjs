// The reference of the API: a page of the server, in which somebody finds an endpoint and sends it a request. It obeys a
// strict policy and asks no other host.
import { serious } from "../axe.mjs";
import { tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { LOOKS, shoot } from "../shots.mjs";

const ENDPOINTS_MIN = 400;

export default async ({ base, server, person }) => {
  for (const [look, context] of Object.entries(LOOKS)) {
    const page = await person("mara", { ...context, bypassCSP: look === "phone" });
    const elsewhere = [];
    page.on("request", (request) => {
      if (![base, server.api].includes(new URL(request.url()).origin)) elsewhere.push(request.url());
    });
    await page.goto(`${server.api}/api/reference`);
    await page.getByRole("heading", { name: "Muster API" }).waitFor();
    expect.ok((await page.locator("nav a").count()) > ENDPOINTS_MIN, "endpoints are missing in the list");
    await shoot(page, `reference-${look}`);

    await page.getByLabel("Find an endpoint").fill("/users/{user_id}/status");
    await page.locator("nav a", { hasText: "GET" }).first().click();
    await page.getByRole("button", { name: "Send GET" }).click();
    await page.locator("pre", { hasText: /^200 in \d+ ms/ }).waitFor();
    await page.locator("pre", { hasText: '"user_id"' }).first().waitFor();
    await shoot(page, `reference-sent-${look}`);
    expect.equal((await tooWide(page)).join("\n"), "");
    if (look === "phone") expect.equal((await serious(page)).join("\n"), "");
    expect.equal(elsewhere.join("\n"), "");
    await page.close();
  }
};
