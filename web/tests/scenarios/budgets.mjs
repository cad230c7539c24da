// What speed was promised, measured: cold load, switching, typing, memory; in an account of ten thousand channels.
import { apiOf, each } from "../api.mjs";
import { expect } from "../expect.mjs";
import { enlarge } from "../large.mjs";
import { median, p95, switchTo, watchFirstMessage, watchKeys } from "../measure.mjs";

export const options = { fast: true };

const COLD_LOAD_MS_MAX = 1_000;
const SLOW_LOAD_MS_MAX = 2_500;
const CACHED_SWITCH_MS_MAX = 50;
const COLD_SWITCH_MS_MAX = 150;
const KEY_MS_MAX = 16;
const HEAP_MB_MAX = 100;
/** Of lines of a phone in town: what measuring tools call a slow fourth generation. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

const OPENED = 200;
const POSTS_EACH = 12;
const CHANNELS = 10_000;
const USERS = 5_000;
const LOADS = 5;
/** Until a browser that has windows has drawn a new one. */
const WINDOW_MS = 1_500;
const KEYS = "The quick brown fox jumps over the lazy dog, and nobody waits for a letter of it. ";

async function fill(server) {
  const api = await apiOf(server, "mara");
  const team = await api.get("/teams/name/harbour-lights");
  return each(OPENED, async (at) => {
    const name = `opened-${at}`;
    const channel = await api.post("/channels", { team_id: team.id, name, display_name: `Opened ${at}`, type: "O" });
    for (let post = 0; post < POSTS_EACH; post += 1) {
      const message = `Post ${post} of **channel ${at}** with a [link](https://example.com) and \`code\` :tada:`;
      await api.post("/posts", { channel_id: channel.id, message });
    }
    return { href: `/harbour-lights/channels/${name}`, first: `Post ${POSTS_EACH - 1} of channel ${at} ` };
  });
}

/** Loads a page of somebody who has a session and nothing else, as often as it takes to know. */
async function coldLoads({ open, base }, cookies, network) {
  const times = [];
  for (let load = 0; load < LOADS; load += 1) {
    const page = await open();
    await page.context().addCookies(cookies);
    await page.addInitScript(watchFirstMessage);
    if (network) {
      const session = await page.context().newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", network);
    }
    await page.waitForTimeout(WINDOW_MS);
    await page.goto(`${base}/harbour-lights/channels/timetable`);
    await page.waitForFunction(() => window.firstMessageMs > 0);
    times.push(await page.evaluate(() => window.firstMessageMs));
    await page.context().close();
  }
  return median(times);
}

export default async function budgets(world) {
  const { person, open, base, server } = world;
  const channels = await fill(server.api);
  const known = await person("mara");
  const cookies = await known.context().cookies();
  const me = await (await apiOf(server.api, "mara")).get("/users/me");
  await known.context().close();
  const figures = [];
  const tell = (name, value, most, unit) => {
    figures.push({ name, value, most });
    console.log(`     ${name}: ${value.toFixed(1)} of ${most} ${unit}`);
  };

  tell("cold load to the first message", await coldLoads(world, cookies), COLD_LOAD_MS_MAX, "ms");
  tell("the same over a slow network", await coldLoads(world, cookies, SLOW), SLOW_LOAD_MS_MAX, "ms");

  const page = await open();
  await page.context().addCookies(cookies);
  await enlarge(page, { me, channels: CHANNELS - OPENED, users: USERS });
  await page.goto(`${base}/harbour-lights/channels/timetable`);
  await page.locator(".post").first().waitFor();
  await page.waitForTimeout(4_000);

  const cold = [];
  for (const { href, first } of channels) cold.push(await page.evaluate(switchTo, [href, first]));
  tell("cold switch of channel, p95", p95(cold), COLD_SWITCH_MS_MAX, "ms");
  const cached = [];
  for (let turn = 0; turn < 4; turn += 1) {
    for (const { href, first } of channels.slice(-20)) cached.push(await page.evaluate(switchTo, [href, first]));
  }
  tell("cached switch of channel, p95", p95(cached), CACHED_SWITCH_MS_MAX, "ms");

  await page.evaluate(watchKeys);
  await page.locator(".composer textarea").click();
  await page.keyboard.type(KEYS.repeat(2), { delay: 40 });
  await page.waitForTimeout(200);
  tell("keystroke to paint, p95", p95(await page.evaluate(() => window.keysMs)), KEY_MS_MAX, "ms");

  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  tell(`heap after ${OPENED} channels`, usedSize / 2 ** 20, HEAP_MB_MAX, "MB");

  const over = figures.filter(({ value, most }) => value > most).map(({ name }) => name);
  expect.equal(over.join(", "), "");
}
