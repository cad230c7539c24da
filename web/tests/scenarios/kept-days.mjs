// The last days on this device: turned on in the settings, brought and then kept as they are, read without a network in
// channels and threads that were never opened here, and gone when they are turned off or their reader signs out.
import { row, said, visit } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { bringIn } from "../bulk.mjs";
import { expect } from "../expect.mjs";
import { LOOKS, shoot } from "../shots.mjs";

const DAY_MS = 86_400_000;
/** More than a page of the server's, and than a visit loads. */
const SAID = 230;
/** With a thread of three answers, and that the reader was added. */
const KEPT = SAID + 5;

export default async function keptDays({ person, base, server, problems }) {
  const api = await apiOf(server.api, "mara");
  const channel = await filled(api, server.api);
  const tomas = await person("tomas");
  await visit(tomas, base, "town-square");
  await switched(tomas, true);
  await shoot(tomas, "kept-days-settings");
  await tomas.keyboard.press("Escape");
  await expect.soon(() => kept(tomas, channel.id), KEPT);

  const { posts } = await api.get(`/channels/${channel.id}/posts?per_page=10`);
  const id = (text) => Object.values(posts).find(({ message }) => message === text).id;
  await api.put(`/posts/${id(`Watch ${SAID} of the quay`)}/patch`, { message: "Watch of the quay, corrected" });
  await api.remove(`/posts/${id(`Watch ${SAID - 1} of the quay`)}`);
  await api.post("/posts", { channel_id: channel.id, message: "Said while it was kept" });
  await expect.soon(() => kept(tomas, channel.id), KEPT);

  await away(tomas, base);
  await forgotten(tomas, channel);
  problems.length = 0;
}

/** A channel with weeks of messages, one of which is too old to be kept, and a thread. */
async function filled(api, site) {
  const team = await api.get("/teams/name/harbour-lights");
  const quay = { team: team.name, name: "quay", display_name: "Quay", type: "O" };
  const said = (message, ago, more) => [
    "post",
    { team: team.name, channel: quay.name, user: "mara", message, create_at: Math.round(Date.now() - ago), ...more },
  ];
  const watches = Array.from({ length: SAID }, (_, at) =>
    said(`Watch ${at + 1} of the quay`, ((SAID - at) / SAID) * 20 * DAY_MS),
  );
  const answer = (user, message, at) => ({ user, message, create_at: Date.now() - DAY_MS + at });
  const replies = [
    answer("sven", "I do", 1_000),
    answer("yuki", "So do I", 2_000),
    answer("sven", "Then two of us", 3_000),
  ];
  await bringIn(api, "quay.zip", [
    ["channel", quay],
    said("Before all that is kept", 40 * DAY_MS),
    ...watches,
    said("Who takes the night?", DAY_MS, { replies }),
  ]);
  const channel = await api.get(`/teams/${team.id}/channels/name/${quay.name}`);
  const reader = await (await apiOf(site, "tomas")).get("/users/me");
  await api.post(`/channels/${channel.id}/members`, { user_id: reader.id });
  return channel;
}

const toggle = (page) => page.getByRole("switch", { name: "Keep the last 30 days on this device" });

async function switched(page, on) {
  await page.keyboard.press("Control+Shift+A");
  await page.getByRole("tab", { name: "Display" }).click();
  await toggle(page).setChecked(on, { force: true });
  await toggle(page).scrollIntoViewIfNeeded();
}

/** How many posts of a channel lie on the disk; −1 where there is no such database. */
const kept = (page, channelId) =>
  page.evaluate(async (channel) => {
    const name = (await indexedDB.databases()).map((one) => one.name).find((one) => one.startsWith("muster-days-"));
    if (!name) return -1;
    const done = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open(name));
    try {
      const range = IDBKeyRange.bound([channel, 0], [channel, Number.POSITIVE_INFINITY]);
      const days = await done(database.transaction("days").objectStore("days").getAll(range));
      return days.reduce((sum, { posts }) => sum + posts.length, 0);
    } finally {
      database.close();
    }
  }, channelId);

/** Nothing of it was opened before the network went. */
async function away(tomas, base) {
  await tomas.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await expect.soon(() => tomas.evaluate(() => navigator.serviceWorker.controller !== null), true);
  // What else is known is written when the tab has nothing else to do.
  await tomas.waitForTimeout(4_000);
  await tomas.context().setOffline(true);
  await tomas.goto(`${base}/harbour-lights/channels/town-square`);
  await tomas.getByText("No connection").waitFor();
  await row(tomas, "Quay").click();
  await said(tomas, "Said while it was kept").waitFor();
  await said(tomas, "Watch of the quay, corrected").waitFor();
  expect.equal(await said(tomas, `Watch ${SAID - 1} of the quay`).count(), 0);
  await shoot(tomas, "kept-days-channel");
  await said(tomas, "Who takes the night?").getByRole("button", { name: "3 replies" }).click();
  await tomas.locator(".panel .post", { hasText: "Then two of us" }).waitFor();
  expect.equal(await tomas.locator(".panel .post").count(), 4);
  await shoot(tomas, "kept-days-thread");
  await tomas.keyboard.press("Escape");

  await tomas.locator(".posts[data-shown] .posts-scroller").hover();
  const first = tomas.locator(".posts[data-shown] .post").getByText("Watch 1 of the quay", { exact: true });
  for (let turns = 0; turns < 120 && (await first.count()) === 0; turns += 1) {
    await tomas.mouse.wheel(0, -1_500);
    await tomas.waitForTimeout(80);
  }
  await first.waitFor();
  expect.equal(await said(tomas, "Before all that is kept").count(), 0);
  await tomas.setViewportSize(LOOKS.phone.viewport);
  await shoot(tomas, "kept-days-phone");
  await tomas.setViewportSize(LOOKS.light.viewport);
  // A line that is drawn need not be in sight, and a window that changes its size may move it.
  await expect.soon(async () => {
    await tomas.mouse.wheel(0, -1_500);
    return tomas.locator(".posts[data-shown] .posts-scroller").evaluate((list) => list.scrollTop);
  }, 0);

  await tomas.context().setOffline(false);
  await expect.gone(tomas.getByText("No connection"));
  // What is older comes from the server again, though nobody moves the list.
  await said(tomas, "Before all that is kept").waitFor();
}

async function forgotten(tomas, channel) {
  await switched(tomas, false);
  await expect.soon(() => kept(tomas, channel.id), -1);
  await toggle(tomas).setChecked(true, { force: true });
  await expect.soon(() => kept(tomas, channel.id), KEPT);
  await tomas.keyboard.press("Escape");
  await tomas.locator(".sidebar-me").click();
  await tomas.getByRole("menuitem", { name: "Sign out" }).click();
  await tomas.waitForURL(/login/);
  await expect.soon(() => kept(tomas, channel.id), -1);
}
