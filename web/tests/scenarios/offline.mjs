// Opened without a network: the client and what was read last are there, what is written waits, and goes when it is back,
// also when no page is open by then.
import { expect } from "../expect.mjs";
import { workerOf } from "../worker.mjs";

export default async function offline({ person, base, problems }) {
  const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
  for (const page of [mara, tomas]) await page.goto(`${base}/harbour-lights/channels/off-topic`);
  await mara.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await expect.soon(() => mara.evaluate(() => navigator.serviceWorker.controller !== null), true);
  // What is kept is the client alone, with the words of a notification's buttons: nothing that anybody said, no answer of
  // the API.
  const kept = await mara.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map((request) => new URL(request.url).pathname);
  });
  expect.ok(kept.includes("/index.html"));
  const others = kept.filter((path) => !path.startsWith("/assets/") && !["/index.html", "/told/words"].includes(path));
  expect.equal(others.join(), "");
  // The cache on disk is written when the tab has nothing else to do.
  await mara.waitForTimeout(4_000);

  await mara.context().setOffline(true);
  await mara.reload();
  await mara.locator(".posts[data-shown] .post", { hasText: "bakery" }).waitFor();
  await mara.getByText("No connection").waitFor();
  await mara.locator(".shell-center .composer textarea").fill("Written on the water");
  await mara.keyboard.press("Enter");
  await mara.locator('[data-pending="waiting"]').waitFor();
  // Parts that this visit never opened are there, too.
  await mara.keyboard.press("Control+k");
  await mara.getByRole("combobox").fill("town");
  await mara.locator(".switcher-row").first().waitFor();
  await mara.keyboard.press("Escape");

  await mara.context().setOffline(false);
  await tomas.locator(".posts[data-shown] .post", { hasText: "Written on the water" }).waitFor();
  await expect.soon(() => mara.locator('[data-pending="waiting"]').count(), 0);
  await closed(mara, tomas, base);
  problems.length = 0;
}

/** Written without a network in a page that is closed: the worker sends it when the browser says that the network is back. */
async function closed(mara, tomas, base) {
  const worker = await workerOf(mara, base);
  await mara.context().setOffline(true);
  await mara.locator(".shell-center .composer textarea").fill("Written and gone ashore");
  await mara.keyboard.press("Enter");
  await mara.locator('[data-pending="waiting"]').waitFor();
  await mara.waitForTimeout(300);
  await mara.goto("about:blank");
  await mara.context().setOffline(false);
  await worker.sync("outbox");
  await tomas.locator(".posts[data-shown] .post", { hasText: "Written and gone ashore" }).waitFor();
  await mara.goto(`${base}/harbour-lights/channels/off-topic`);
  await mara.locator(".posts[data-shown] .post", { hasText: "Written and gone ashore" }).waitFor();
  expect.equal(await mara.locator("[data-pending]").count(), 0);
  expect.equal(await tomas.locator(".posts[data-shown] .post", { hasText: "gone ashore" }).count(), 1);
}
