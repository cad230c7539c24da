// The client as an app of its own, which a browser can install; and what is unread where the window is not seen: in the
// title, on the tab's icon, on the app's.
import { visit, write } from "../acts.mjs";
import { expect } from "../expect.mjs";

export default async function installed({ person, base }) {
  const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
  const browser = await mara.context().newCDPSession(mara);
  const { errors, data } = await browser.send("Page.getAppManifest");
  expect.equal(errors.length, 0);
  const { icons, start_url } = JSON.parse(data);
  expect.equal(start_url, "/");
  for (const { src } of icons)
    expect.equal((await mara.request.get(base + src)).headers()["content-type"], "image/svg+xml");
  const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
  // Windows of tests are private ones, which install nothing.
  expect.equal(
    installabilityErrors
      .map((one) => one.errorId)
      .filter((id) => id !== "in-incognito")
      .join(),
    "",
  );

  // Everything is read at first.
  await mara.evaluate(() => {
    window.badges = [];
    navigator.setAppBadge = async (count) => window.badges.push(count ?? "dot");
    navigator.clearAppBadge = async () => window.badges.push("none");
  });
  await mara.keyboard.press("Control+k");
  await mara.getByRole("combobox").fill(">Mark everything");
  await mara.keyboard.press("Enter");
  const icon = () => mara.locator('link[rel="icon"]').getAttribute("href");
  await expect.soon(async () => (await icon()).startsWith("data:"), false);
  await visit(tomas, base, "off-topic");
  await write(tomas, "@mara are you there?");
  await expect.soon(async () => decodeURIComponent(await icon()).includes("<circle"), true);
  await expect.soon(() => mara.evaluate(() => window.badges.at(-1)), 1);
  expect.ok((await mara.title()).startsWith("(1) "), await mara.title());
  await mara.locator(".sidebar-row a", { hasText: "Off-Topic" }).click();
  await expect.soon(async () => (await icon()).startsWith("data:"), false);
}
