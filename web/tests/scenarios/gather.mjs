// What a team makes for itself, with two people: an emoji, a group that is called by one name, forwarded messages,
// categories in an own order, a channel that becomes private, and one that comes back from the archive.
import { expect } from "../expect.mjs";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mPQz48jCTGMahjVMHw1AADKn/wB2svo8AAAAABJRU5ErkJggg==";

const field = (page) => page.locator(".shell-center .composer textarea").first();
const said = (page, text) => page.locator(".posts[data-shown] .post", { hasText: text });

async function run(page, name) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(`>${name}`);
  await page.keyboard.press("Enter");
}

async function write(page, text) {
  await field(page).fill(text);
  await page.keyboard.press("Enter");
}

export default async function gather({ person, base }) {
  const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
  const both = [mara, tomas];
  await Promise.all(both.map((page) => page.goto(`${base}/harbour-lights/channels/off-topic`)));
  await Promise.all(both.map((page) => field(page).waitFor()));
  await emoji(mara, tomas);
  await group(mara, tomas);
  await forward(mara, tomas);
  await categories(mara);
  await channels(mara, tomas, base);
}

async function emoji(mara, tomas) {
  await run(mara, "Custom emoji");
  await mara.getByRole("button", { name: "Add an emoji" }).click();
  await mara.locator('.gather-picture input[type="file"]').setInputFiles({
    name: "Beacon.png",
    mimeType: "image/png",
    buffer: Buffer.from(PIXEL, "base64"),
  });
  expect.equal(await mara.getByLabel("Name", { exact: true }).inputValue(), "beacon");
  await mara.getByRole("button", { name: "Add", exact: true }).click();
  await mara.locator(".gather-list li", { hasText: ":beacon:" }).waitFor();
  await mara.keyboard.press("Escape");
  await write(mara, "Lit :beacon: tonight");
  await said(tomas, "Lit").locator("img").last().waitFor();
}

async function group(mara, tomas) {
  await run(mara, "Groups of people");
  await mara.getByRole("button", { name: "Create a group" }).click();
  await mara.getByLabel("Name of the group").fill("Pilots");
  await mara.getByLabel("Called by").fill("pilots");
  await mara.getByRole("combobox", { name: "Members" }).fill("tomas");
  await mara.getByRole("option", { name: /tomas/ }).first().click();
  await mara.getByRole("button", { name: "Save", exact: true }).click();
  await mara.locator(".gather-list li", { hasText: "@pilots · 1 member" }).waitFor();
  await mara.keyboard.press("Escape");
  await field(mara).pressSequentially("Ask @pil");
  await mara.getByRole("option", { name: /@pilots/ }).waitFor();
  await mara.keyboard.press("Tab");
  await mara.keyboard.type("please");
  await mara.keyboard.press("Enter");
  await said(tomas, "Ask @pilots please").waitFor();
}

async function forward(mara, tomas) {
  const post = said(mara, "Ask @pilots please");
  await mara.mouse.move(1, 1);
  await post.hover();
  await post.getByRole("button", { name: "More actions" }).click();
  await mara.getByRole("menuitem", { name: "Forward…" }).click();
  await mara.getByRole("combobox", { name: "To" }).fill("town");
  await mara.getByRole("option", { name: "Town Square" }).click();
  await mara.getByLabel("Comment (optional)").fill("Worth knowing");
  await mara.getByRole("button", { name: "Forward", exact: true }).click();
  await tomas.locator(".sidebar-row a", { hasText: "Town Square" }).click();
  // It leads to the place where it was said.
  await said(tomas, "Worth knowing").locator(".quoted-link").click();
  await tomas.waitForURL(/off-topic/);
  await said(tomas, "Ask @pilots please").waitFor();
}

async function categories(mara) {
  const names = () =>
    mara
      .locator(".sidebar-heading > button:first-child")
      .evaluateAll((all) => all.map((one) => one.textContent.trim()).filter((name) => name !== "Unread"));
  await mara.getByRole("button", { name: "Add channels and messages" }).click();
  await mara.getByRole("menuitem", { name: "Create category" }).click();
  await mara.getByLabel("Category name").fill("Quay");
  await mara.getByRole("button", { name: "Create", exact: true }).click();
  await expect.soon(async () => (await names()).includes("Quay"), true);
  const option = async (name, chosen) => {
    await mara.locator(".sidebar-heading", { hasText: name }).hover();
    await mara.getByRole("button", { name: `Options of ${name}`, exact: true }).click();
    await mara.getByRole("menuitem", { name: chosen }).click();
  };
  await option("Quay", "Rename category");
  await mara.getByLabel("Category name").fill("Pier");
  await mara.getByRole("button", { name: "Save", exact: true }).click();
  await expect.soon(async () => (await names()).includes("Pier"), true);
  const before = (await names()).indexOf("Pier");
  await option("Pier", "Move down");
  await expect.soon(async () => (await names()).indexOf("Pier"), before + 1);
}

async function channels(mara, tomas, base) {
  const menu = async (page, chosen) => {
    await page.locator(".channel-head").getByRole("button", { name: "Options of Off-Topic" }).click();
    await page.getByRole("menuitem", { name: chosen }).click();
  };
  await tomas.goto(`${base}/harbour-lights/channels/off-topic`);
  await menu(mara, "Make private");
  await mara.getByRole("dialog").getByRole("button", { name: "Make private" }).click();
  await tomas.locator(".channel-title .icon").first().waitFor();
  await menu(mara, "Make public");
  await mara.getByRole("dialog").getByRole("button", { name: "Make public" }).click();
  await expect.gone(mara.getByRole("dialog"));
  await menu(mara, "Archive channel");
  await mara.getByRole("dialog").getByRole("button", { name: "Archive channel" }).click();
  await mara.getByText("This channel is archived").waitFor();
  await menu(mara, "Unarchive");
  await field(mara).waitFor();
}
