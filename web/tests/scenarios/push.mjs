// Told while no page is open: turning it on, what the worker shows of what the server tells, what its buttons do in a channel
// and in a thread, and where a click leads. No
// browser maker's service is asked: the subscription is the test's own, and what it would carry is delivered by the
// browser's developer tools.
import { join } from "node:path";
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";
import { workerOf } from "../worker.mjs";

/** An uncompressed point and a secret, as browsers make them. */
const KEY = Buffer.from([4, ...Array.from({ length: 64 }, (_, at) => at)]).toString("base64url");
const SECRET = Buffer.alloc(16, 7).toString("base64url");
const ENDPOINT = "push.example.test/send/mara";

/** Put into pages: the browser's service, which answers at once. */
function subscribeHere([endpoint, key, secret]) {
  const made = {
    toJSON: () => ({ endpoint: `https://${endpoint}`, keys: { auth: secret, p256dh: key } }),
    unsubscribe: async () => true,
  };
  PushManager.prototype.subscribe = async (options) => {
    if (options.applicationServerKey.length !== 65) throw new Error("no key of the server");
    return made;
  };
  PushManager.prototype.getSubscription = async () => made;
}

const shown = (page) =>
  page.evaluate(async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications();
    return all.map(({ title, body, tag, data }) => ({ title, body, tag, path: data.path }));
  });

/** Presses a button of a notification, for which no page is needed. */
async function press(page, tag, action, reply = "") {
  const [worker] = page.context().serviceWorkers();
  await worker.evaluate(
    async ([tag, action, reply]) => {
      const [notification] = await self.registration.getNotifications({ tag });
      self.dispatchEvent(new NotificationEvent("notificationclick", { notification, action, reply }));
    },
    [tag, action, reply],
  );
}

export default async function push({ person, base, server }) {
  const page = await person("mara", { permissions: ["notifications"] });
  await page.addInitScript(subscribeHere, [ENDPOINT, KEY, SECRET]);
  await page.reload();
  await page.locator(".posts[data-shown] .post").first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);

  // Turning it on makes this browser the device of the session.
  const api = await apiOf(server.api, "mara");
  const me = await api.get("/users/me");
  const devices = async () =>
    (await api.get(`/users/${me.id}/sessions`)).map((one) => one.device_id).filter((device) => device !== "");
  await page.keyboard.press("Control+Shift+A");
  await page.getByRole("tab", { name: "Notifications" }).click();
  const toggle = page.getByRole("switch", { name: "In this browser" });
  expect.equal(await toggle.isChecked(), false);
  await toggle.click();
  await page.getByRole("button", { name: "Send a test message" }).waitFor();
  expect.equal((await devices()).join(), `webpush:${SECRET}${KEY}${ENDPOINT}`);
  if (process.env.MUSTER_SHOTS) await page.screenshot({ path: join(process.env.MUSTER_SHOTS, "settings-push.png") });
  await page.keyboard.press("Escape");

  // What the server tells is shown while no page is looked at: one notification for a channel, with their number.
  const team = await api.get("/teams/name/harbour-lights");
  const channel = await api.get(`/teams/${team.id}/channels/name/timetable`);
  const tomas = await apiOf(server.api, "tomas");
  const post = await tomas.post("/posts", { channel_id: channel.id, message: "The ferry waits for @mara." });
  const told = (create_at, text) => ({
    ...{ post_id: post.id, channel_id: channel.id, root_id: "", team: "harbour-lights", sender: "tomas" },
    ...{ channel: "Timetable", text, create_at },
  });
  const { deliver, sync } = await workerOf(page, base);
  await page.goto("about:blank");
  await deliver(told(post.create_at, "The ferry waits for @mara."));
  await deliver(told(post.create_at + 1, "Still."));
  await page.goto(`${base}/harbour-lights/channels/town-square`);
  await page.locator(".posts[data-shown] .post").first().waitFor();
  const path = `/harbour-lights/pl/${post.id}`;
  const wanted = { title: "tomas · Timetable (2)", body: "Still.", tag: channel.id, path };
  await expect.soon(() => shown(page), [wanted]);

  // Its buttons answer without a page.
  await press(page, channel.id, "reply", "I am on board.");
  const latest = async () => {
    const { order, posts } = await tomas.get(`/channels/${channel.id}/posts?per_page=1`);
    return posts[order[0]].message;
  };
  await expect.soon(latest, "I am on board.");
  await expect.soon(() => shown(page), []);
  await page.goto("about:blank");
  await deliver(told(post.create_at + 2, "Last call."));
  await withoutNetwork(page, channel.id, latest, sync);
  await page.goto(`${base}/harbour-lights/channels/town-square`);
  await page.locator(".posts[data-shown] .post").first().waitFor();
  await expect.soon(() => shown(page), []);
  await deliver(told(post.create_at + 3, "Off we go."));
  await expect.soon(async () => (await shown(page)).length, 0);

  await inAThread(page, base, deliver, { mara: api, tomas, team, channel });
  await page.goto(`${base}/harbour-lights/channels/town-square`);
  await page.locator(".posts[data-shown] .post").first().waitFor();

  // A page that is told where a click leads goes there, and what was read is taken away.
  await page.evaluate((where) => {
    const event = new MessageEvent("message", { data: { open: where } });
    navigator.serviceWorker.dispatchEvent(event);
  }, path);
  await page.locator(`#post-${post.id}[data-lit]`).waitFor();
  await expect.soon(() => shown(page), []);

  // Turned off, the session has no device any more.
  await page.keyboard.press("Control+Shift+A");
  await page.getByRole("tab", { name: "Notifications" }).click();
  await toggle.click();
  await expect.soon(devices, []);
}

/** A reply that is written without a network waits for it. */
async function withoutNetwork(page, tag, latest, sync) {
  await page.context().setOffline(true);
  await press(page, tag, "reply", "Wait for me.");
  await page.waitForTimeout(500);
  expect.equal(await latest(), "I am on board.");
  await page.context().setOffline(false);
  await sync("outbox");
  await expect.soon(latest, "Wait for me.");
}

/** A reply has a notification of its own. Its button reads the thread and not the channel, and a thread that is read takes
 * its notification away. */
async function inAThread(page, base, deliver, { mara, tomas, team, channel }) {
  const root = await mara.post("/posts", { channel_id: channel.id, message: "Who has the tickets?" });
  const replied = async (message) => {
    const reply = await tomas.post("/posts", { channel_id: channel.id, root_id: root.id, message });
    await page.goto("about:blank");
    await deliver({
      ...{ post_id: reply.id, channel_id: channel.id, root_id: root.id, team: team.name, sender: "tomas" },
      ...{ channel: "Timetable", text: message, create_at: reply.create_at },
    });
    await page.goto(`${base}/harbour-lights/threads`);
    await page.locator(".thread-row").first().waitFor();
  };
  const tags = async () => (await shown(page)).map((one) => one.tag);
  const unread = async () => (await mara.get(`/users/me/teams/${team.id}/threads/${root.id}`)).unread_replies;

  await replied("I have them.");
  await expect.soon(tags, [root.id]);
  expect.equal(await unread(), 1);
  await press(page, root.id, "read");
  await expect.soon(unread, 0);
  await expect.soon(tags, []);

  await replied("All four.");
  await expect.soon(tags, [root.id]);
  await page.locator(".thread-row", { hasText: "tickets" }).click();
  await page.locator(".panel .post", { hasText: "All four." }).waitFor();
  await expect.soon(tags, []);
  await page.locator(".panel").getByRole("button", { name: "Close panel" }).click();
}
