// A long channel: read upwards to its beginning and down again without a jump, and a permalink into its middle. A long
// thread, read upwards to its first reply and down again.

import { apiOf, each } from "../api.mjs";
import { expect } from "../expect.mjs";
import { SAMPLE_PASSWORD } from "../world.mjs";

const POSTS = 260;
/** More than a window holds, and than two pages of a thread. */
const REPLIES = 450;
/** What a reader does not notice, in pixels. */
const JUMP_MAX = 4;

async function fill(api) {
  const login = await fetch(`${api}/api/v4/users/login`, {
    method: "POST",
    body: JSON.stringify({ login_id: "tomas", password: SAMPLE_PASSWORD }),
  });
  const headers = { Authorization: `Bearer ${login.headers.get("token")}` };
  const ask = async (path, body) =>
    (
      await fetch(`${api}/api/v4${path}`, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) })
    ).json();
  const channel = await ask("/teams/name/harbour-lights/channels/name/off-topic");
  const posts = [];
  for (let at = 0; at < POSTS; at += 1) {
    const message = at % 7 === 0 ? `line ${at}\n\n- one\n- two\n- three` : `line ${at}`;
    posts.push(await ask("/posts", { channel_id: channel.id, message }));
  }
  return posts;
}

/** Where the first post in sight stands, by its id. */
const inSight = (page, list) =>
  page.evaluate((list) => {
    const top = document.querySelector(list).getBoundingClientRect().top;
    for (const post of document.querySelectorAll(`${list} .post`)) {
      const box = post.getBoundingClientRect();
      if (box.top > top + 40) return { id: post.id, top: box.top };
    }
    return { id: "", top: 0 };
  }, list);
const placeOf = (page, id) => page.evaluate((one) => document.getElementById(one)?.getBoundingClientRect().top, id);

async function wheel(page, by, list = ".posts[data-shown] .posts-scroller") {
  const before = await inSight(page, list);
  await page.mouse.wheel(0, by);
  await page.waitForTimeout(180);
  const first = await placeOf(page, before.id);
  // While pages arrive on either side, what is in sight stays where it is.
  await page.waitForTimeout(220);
  const second = await placeOf(page, before.id);
  return first === undefined || second === undefined ? 0 : Math.abs(second - first);
}

export default async function far({ person, base, server }) {
  const posts = await fill(server.api);
  const page = await person("mara");
  await page.goto(`${base}/harbour-lights/channels/off-topic`);
  await page.locator(".posts[data-shown] .post").first().waitFor();
  await page.waitForTimeout(600);
  await page.locator(".posts[data-shown] .posts-scroller").hover();
  let worst = 0;
  let steps = 0;
  for (; steps < 60 && (await page.locator(".posts[data-shown] .beginning").count()) === 0; steps += 1) {
    worst = Math.max(worst, await wheel(page, -700));
  }
  expect.equal(await page.locator(".posts[data-shown] .beginning").count(), 1);
  expect.ok(worst <= JUMP_MAX, `jumped by ${worst} px on the way up`);

  await page.getByRole("button", { name: "Jump to the latest" }).click();
  await page.getByText(`line ${POSTS - 1}`, { exact: true }).waitFor();

  const middle = posts[POSTS / 2];
  await page.goto(`${base}/harbour-lights/pl/${middle.id}`);
  await page.locator(`#post-${middle.id}`).waitFor();
  await expect.soon(async () => {
    const box = await page.locator(`#post-${middle.id}`).boundingBox();
    return box !== null && box.y > 60 && box.y < 760;
  }, true);

  await thread(page, base, server.api);
}

async function thread(page, base, site) {
  const api = await apiOf(site, "tomas");
  const channel = await api.get("/teams/name/harbour-lights/channels/name/off-topic");
  const root = await api.post("/posts", { channel_id: channel.id, message: "a long story" });
  const say = (at) => api.post("/posts", { channel_id: channel.id, root_id: root.id, message: `part ${at}` });
  await say(0);
  await each(REPLIES - 2, (at) => say(at + 1));
  await say(REPLIES - 1);

  await page.goto(`${base}/harbour-lights/channels/off-topic`);
  await page.locator(".posts[data-shown] .post", { hasText: "a long story" }).focus();
  await page.keyboard.press("r");
  const part = (at) => page.locator(".panel .post").getByText(`part ${at}`, { exact: true });
  await part(REPLIES - 1).waitFor();
  await page.locator(".panel-body").hover();
  const worst = { up: 0, down: 0 };
  const read = async (way, by, until) => {
    for (let steps = 0; steps < 60 && (await until.count()) === 0; steps += 1) {
      worst[way] = Math.max(worst[way], await wheel(page, by, ".panel-body"));
    }
    expect.equal(await until.count(), 1);
  };
  await read("up", -1_400, part(0));
  expect.equal(await page.locator(".panel .post", { hasText: "a long story" }).count(), 1);
  await read("down", 1_400, part(REPLIES - 1));
  expect.ok(Math.max(worst.up, worst.down) <= JUMP_MAX, `jumped by ${worst.up} px upwards, ${worst.down} px downwards`);
}
