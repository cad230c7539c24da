// The bar above a channel, with two people: links and files are added, changed, moved and deleted, and both see it.
import { expect } from "../expect.mjs";

const names = (page) => page.locator(".bookmarks li > a > span:last-child").allTextContents();

async function option(page, name, chosen) {
  await page.locator(".bookmarks li", { hasText: name }).hover();
  await page.getByRole("button", { name: `Options of ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: chosen, exact: true }).click();
}

export default async function bookmarks({ person, base }) {
  const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
  await Promise.all([mara, tomas].map((page) => page.goto(`${base}/harbour-lights/channels/off-topic`)));
  await Promise.all([mara, tomas].map((page) => page.locator(".composer textarea").waitFor()));

  // From the channel's menu while there is no bar.
  await mara.locator(".channel-head").getByRole("button", { name: "Options of Off-Topic" }).click();
  await mara.getByRole("menuitem", { name: "Bookmark a link" }).click();
  await mara.getByLabel("Address").fill("javascript:alert(1)");
  await mara.getByLabel("Name", { exact: true }).fill("Tides");
  await mara.getByRole("dialog").getByRole("button", { name: "Add a bookmark" }).click();
  await mara.getByText("An address begins with").waitFor();
  await mara.getByLabel("Address").fill("example.test/tides");
  await mara.getByRole("dialog").getByRole("button", { name: "Add a bookmark" }).click();
  await expect.soon(() => names(tomas), ["Tides"]);
  expect.equal(await tomas.locator(".bookmarks li > a").getAttribute("href"), "https://example.test/tides");

  await tomas.locator(".bookmarks > .icon-button").click();
  await tomas.getByRole("menuitem", { name: "Bookmark a file" }).click();
  await tomas.locator('.bookmark-file input[type="file"]').setInputFiles({
    name: "rota.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("mara, tomas"),
  });
  await tomas.getByRole("dialog").getByRole("button", { name: "Add a bookmark" }).click();
  await expect.soon(() => names(mara), ["Tides", "rota.txt"]);

  await option(tomas, "Tides", "Edit");
  await tomas.getByLabel("Name", { exact: true }).fill("Tide table");
  await tomas.getByRole("button", { name: "Save", exact: true }).click();
  await expect.soon(async () => (await names(mara)).sort(), ["Tide table", "rota.txt"]);

  // Dragged, and moved by menu.
  const before = await names(mara);
  await mara.locator(".bookmarks li").nth(1).dragTo(mara.locator(".bookmarks li").first());
  await expect.soon(() => names(tomas), [...before].reverse());
  await option(tomas, before[1], "Move on");
  await expect.soon(() => names(mara), before);
  // Who moved it by keys is still in the bar.
  await expect.soon(() => names(tomas), before);
  expect.equal(await tomas.locator(".bookmarks li :focus").count(), 1);

  for (const name of before) {
    await option(mara, name, "Delete");
    await mara.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect.gone(tomas.locator(".bookmarks li", { hasText: name }));
  }
  await expect.gone(mara.locator(".bookmarks"));
}
