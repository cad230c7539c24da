// A long channel: read upwards to its beginning and down again without a jump, and a permalink into its middle.

import { expect } from "../expect.mjs";
import { SAMPLE_PASSWORD } from "../world.mjs";

const POSTS = 260;
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
const inSight = (page) =>
  page.evaluate(() => {
    const top = document.querySelector(".posts-scroller").getBoundingClientRect().top;
    for (const post of document.querySelectorAll(".posts-scroller .post")) {
      const box = post.getBoundingClientRect();
      if (box.top > top + 40) return { id: post.id, top: box.top };
    }
    return { id: "", top: 0 };
  });
const placeOf = (page, id) => page.evaluate((one) => document.getElementById(one)?.getBoundingClientRect().top, id);

async function wheel(page, by) {
  const before = await inSight(page);
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
  await page.locator(".post").first().waitFor();
  await page.waitForTimeout(600);
  await page.locator(".posts-scroller").hover();
  let worst = 0;
  let steps = 0;
  for (; steps < 60 && (await page.locator(".beginning").count()) === 0; steps += 1) {
    worst = Math.max(worst, await wheel(page, -700));
  }
  expect.equal(await page.locator(".beginning").count(), 1);
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
}
