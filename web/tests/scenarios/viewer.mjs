// Pictures looked at from near and far: whole at first, however tall; nearer by wheel, keys, double click and two fingers;
// moved by hand and by keys; walked through by keys, strip and swipe; copied. In every look, with axe.
import { said, visit } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { serious } from "../axe.mjs";
import { expect } from "../expect.mjs";
import { chequered } from "../media.mjs";
import { LOOKS, shoot } from "../shots.mjs";

const PICTURES = [
  ["chart.png", [180, 90, 70], 600, 2400],
  ["pier.png", [70, 100, 170], 2400, 500],
  ["lamp.png", [80, 130, 90], 120, 90],
];

export default async function viewer({ person, base, server }) {
  const mara = await apiOf(server.api, "mara");
  const team = await mara.get("/teams/name/harbour-lights");
  const channel = await mara.get(`/teams/${team.id}/channels/name/off-topic`);
  const file_ids = [];
  for (const [filename, ...picture] of PICTURES) {
    const query = new URLSearchParams({ channel_id: channel.id, filename });
    file_ids.push((await mara.send(`/files?${query}`, chequered(...picture))).file_infos[0].id);
  }
  await mara.post("/posts", { channel_id: channel.id, message: "From the pier", file_ids });
  const tomas = await person("tomas", { permissions: ["clipboard-read", "clipboard-write"] });
  await opened(tomas, base, "chart.png");
  await whole(tomas);
  await nearer(tomas);
  await moved(tomas);
  await walked(tomas);
  await copied(tomas);
  await byFingers(person, base);
  for (const [look, context] of Object.entries(LOOKS)) await seen(person, base, look, context);
}

async function opened(page, base, name) {
  await visit(page, base, "off-topic");
  await said(page, "From the pier")
    .getByRole("button", { name: `Open ${name}` })
    .click();
  await page.getByRole("dialog", { name }).waitFor();
  await page.waitForFunction(() => document.querySelector(".viewer img")?.naturalWidth > 0);
}

const box = (page, what) =>
  page.locator(what).evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
  });
const scale = (page) => page.locator(".viewer-zoom output").textContent();

/** No part of it is outside its room, and it is no larger than it is. */
async function whole(page) {
  const [[left, top, width, height], [x, y, wide, high]] = [await box(page, ".viewer"), await box(page, ".viewer img")];
  expect.ok(x >= left && y >= top && x + wide <= left + width && y + high <= top + height, "the picture is cut off");
  expect.ok(wide <= 600 && Math.abs(high / wide - 4) < 0.1, `its shape is ${wide} by ${high}`);
}

/** What is under the pointer stays there; keys and buttons say how near it is. */
async function nearer(page) {
  const fitted = await scale(page);
  const [x, y, wide, high] = await box(page, ".viewer img");
  const point = [x + wide / 2, y + high / 4];
  await page.mouse.move(...point);
  await page.mouse.wheel(0, -600);
  await expect.soon(async () => (await scale(page)) !== fitted, true);
  const [, top, , tall] = await box(page, ".viewer img");
  expect.ok(Math.abs((point[1] - top) / tall - 0.25) < 0.02, "what was under the pointer went elsewhere");
  await page.keyboard.press("1");
  await expect.soon(() => scale(page), "100%");
  await page.keyboard.press("+");
  await expect.soon(() => scale(page), "125%");
  await page.keyboard.press("-");
  await expect.soon(() => scale(page), "100%");
  await page.getByRole("button", { name: "Fit to window" }).click();
  await expect.soon(() => scale(page), fitted);
  await page.getByRole("button", { name: "Original size" }).click();
  await expect.soon(() => scale(page), "100%");
}

/** By hand and by keys, and not beyond its edge. */
async function moved(page) {
  const [, before] = await box(page, ".viewer img");
  const [left, top, width, height] = await box(page, ".viewer");
  const [x, y] = [left + width / 2, top + height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 150, { steps: 3 });
  await page.mouse.up();
  await expect.soon(async () => (await box(page, ".viewer img"))[1] - before, 150);
  await page.keyboard.press("ArrowUp");
  await expect.soon(async () => (await box(page, ".viewer img"))[1] - before, 230);
  for (let press = 0; press < 30; press += 1) await page.keyboard.press("ArrowUp");
  await expect.soon(async () => (await box(page, ".viewer img"))[1], top);
  await page.mouse.dblclick(x, y);
  await expect.soon(async () => (await box(page, ".viewer img"))[1] >= top, true);
  await whole(page);
}

async function walked(page) {
  await page.keyboard.press("ArrowRight");
  await page.getByRole("dialog", { name: "pier.png" }).getByText("2 of 3").waitFor();
  const current = () => page.locator(".viewer-strip [aria-current]").getAttribute("aria-label");
  await expect.soon(current, "pier.png");
  await page.locator(".viewer-strip").getByRole("button", { name: "lamp.png" }).click();
  await page.getByRole("dialog", { name: "lamp.png" }).waitFor();
  // A small one stays as small as it is.
  await expect.soon(() => scale(page), "100%");
}

async function copied(page) {
  await page.getByRole("button", { name: "Copy picture" }).click();
  await page.locator(".toast", { hasText: "Copied" }).waitFor();
  const size = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const picture = await createImageBitmap(await item.getType("image/png"));
    return [picture.width, picture.height];
  });
  expect.equal(size.join(), "120,90");
}

/** Two fingers that part, one that swipes to the next, and one that sends it away. */
async function byFingers(person, base) {
  const page = await person("yuki", LOOKS.phone);
  await opened(page, base, "chart.png");
  const hand = await page.context().newCDPSession(page);
  const touch = (type, ...points) =>
    hand.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const fitted = await scale(page);
  await touch("touchStart", [180, 300], [200, 320]);
  for (const by of [30, 60, 90]) await touch("touchMove", [180 - by, 300 - by], [200 + by, 320 + by]);
  await touch("touchEnd");
  await expect.soon(async () => (await scale(page)) !== fitted, true);
  await shoot(page, "viewer-pinched");
  await page.getByRole("button", { name: "Fit to window" }).click();
  await touch("touchStart", [300, 300]);
  for (const x of [250, 180, 100]) await touch("touchMove", [x, 305]);
  await touch("touchEnd");
  await page.getByRole("dialog", { name: "pier.png" }).waitFor();
  await touch("touchStart", [200, 200]);
  for (const y of [250, 300, 400]) await touch("touchMove", [205, y]);
  await touch("touchEnd");
  await expect.gone(page.getByRole("dialog"));
  await page.context().close();
}

async function seen(person, base, look, context) {
  const page = await person("sven", { ...context, bypassCSP: true });
  await opened(page, base, "chart.png");
  await expect.soon(
    () => page.locator(".viewer-strip img").evaluateAll((all) => all.every((one) => one.naturalWidth > 0)),
    true,
  );
  await shoot(page, `viewer-${look}`);
  expect.equal((await serious(page)).join("\n"), "");
  await page.context().close();
}
