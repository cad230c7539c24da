// The client as an app of its own, which a browser can install; and what is unread where the window is not seen: in the
// title, on the tab's icon, on the app's.
import { visit, write } from "../acts.mjs";
import { expect } from "../expect.mjs";
import { shoot } from "../shots.mjs";

export default async function installed({ person, base }) {
  const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
  const browser = await mara.context().newCDPSession(mara);
  const { errors, data } = await browser.send("Page.getAppManifest");
  expect.equal(errors.length, 0);
  const { icons, start_url, shortcuts } = JSON.parse(data);
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

  await shares(mara, base);
  for (const { url } of shortcuts) {
    await mara.goto(base + url);
    await mara.locator(".panel, dialog, .inbox").first().waitFor();
  }
  await visit(mara, base, "town-square");

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

/** Another app's text and file become a message, once the reader has said where. */
async function shares(page, base) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await visit(page, base, "town-square");
  await page.evaluate(() => {
    const form = document.createElement("form");
    Object.assign(form, { action: "/share", method: "post", enctype: "multipart/form-data" });
    form.innerHTML = '<input name="title"><input name="url"><input type="file" name="files">';
    const [title, url, file] = form.children;
    title.value = "Tide tables";
    url.value = "https://tides.example.com/7";
    const carried = new DataTransfer();
    carried.items.add(new File(["high at six"], "tide.txt", { type: "text/plain" }));
    file.files = carried.files;
    document.body.append(form);
    form.submit();
  });
  const dialog = page.getByRole("dialog", { name: "Share in the chat" });
  await dialog.getByText("tide.txt").waitFor();
  expect.equal(await dialog.getByLabel("Message").inputValue(), "Tide tables\nhttps://tides.example.com/7");
  await shoot(page, "share");
  await dialog.getByRole("combobox").fill("Off-");
  await page.getByRole("option", { name: "Off-Topic" }).click();
  await dialog.getByRole("button", { name: "Send" }).click();
  const sent = page.locator(".posts[data-shown] .post", { hasText: "Tide tables" });
  await sent.getByText("tide.txt").first().waitFor();
  // It is sent once: the address alone brings nothing back.
  await page.goto(`${base}/?open=share`);
  await page.getByRole("dialog", { name: "Share in the chat" }).waitFor();
  expect.equal(await page.getByRole("dialog").getByLabel("Message").inputValue(), "");
  await page.keyboard.press("Escape");
}
