// A channel of a hundred thousand messages, read upwards and down again: what is in sight moves as far as the hand moves
// it, and nothing else. The messages are made by the test, page by page as they are asked for; MUSTER_SCROLL says how many
// of them are read each way.
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";

const POSTS = 100_000;
const READ = Number(process.env.MUSTER_SCROLL ?? 3_000);
/** What a reader does not notice, in pixels. */
const JUMP_MAX = 4;
/** Less than half of what is in sight, so that what stood in its middle is still there after a step: nothing else is drawn. */
const STEP_PX = 250;
const BEGAN_AT = 1_700_000_000_000;
const MINUTE_MS = 60_000;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

const idOf = (at) =>
  `post${"q".repeat(16)}${[3, 2, 1, 0].map((digit) => LETTERS[Math.floor(at / 26 ** digit) % 26]).join("")}qq`;
const atOf = (id) => [...id.slice(20, 24)].reduce((sum, letter) => sum * 26 + LETTERS.indexOf(letter), 0);

function made(at, like) {
  const lines = at % 11 === 0 ? "\n\n- one\n- two\n- three" : at % 7 === 0 ? ` ${"and on it goes ".repeat(20)}` : "";
  const create_at = BEGAN_AT + at * MINUTE_MS;
  const times = { create_at, update_at: create_at, edit_at: 0, delete_at: 0 };
  return { ...like, ...times, id: idOf(at), message: `line ${at}${lines}`, pending_post_id: "", root_id: "", type: "" };
}

/** Posts from `from` up to and without `to`, as a page of the API. */
function listOf(from, to, like) {
  const [first, end] = [Math.max(0, from), Math.min(POSTS, to)];
  const posts = Array.from({ length: Math.max(0, end - first) }, (_, at) => made(first + at, like));
  return JSON.stringify({
    order: posts.map((post) => post.id).reverse(),
    posts: Object.fromEntries(posts.map((post) => [post.id, post])),
    prev_post_id: first > 0 ? idOf(first - 1) : "",
    next_post_id: end < POSTS ? idOf(end) : "",
    has_next: false,
    first_inaccessible_post_time: 0,
  });
}

async function makeLong(page, channel, like) {
  const answer = (route, body) => route.fulfill({ contentType: "application/json", body });
  await page.route(`**/api/v4/channels/${channel.id}/posts?*`, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const count = Number(query.get("per_page") ?? 40);
    const [before, after] = [query.get("before"), query.get("after")];
    if (before) return answer(route, listOf(atOf(before) - count, atOf(before), like));
    if (after) return answer(route, listOf(atOf(after) + 1, atOf(after) + 1 + count, like));
    return answer(route, query.has("since") ? listOf(0, 0, like) : listOf(POSTS - count, POSTS, like));
  });
  await page.route(`**/api/v4/users/me/channels/${channel.id}/posts/unread?*`, (route) =>
    answer(route, listOf(POSTS - 60, POSTS, like)),
  );
}

/** Scrolls once; how far what was in sight moved beyond what was asked, and where reading stands. */
function step(by) {
  const scroller = document.querySelector(".posts-scroller");
  const middle = scroller.getBoundingClientRect().top + scroller.clientHeight / 2;
  const all = [...document.querySelectorAll(".posts-scroller .post")];
  const far = (one) => Math.abs(one.getBoundingClientRect().top - middle);
  const anchor = all.reduce((best, one) => (far(one) < far(best) ? one : best));
  const before = anchor.getBoundingClientRect().top;
  const room = by < 0 ? scroller.scrollTop : scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
  const asked = Math.sign(by) * Math.min(Math.abs(by), room);
  scroller.scrollTop += asked;
  return new Promise((resolve) => {
    let frames = 0;
    const look = () => {
      frames += 1;
      if (frames < 4) return requestAnimationFrame(look);
      // Who has arrived at the end stays there while what came last is measured, which is further than was asked.
      const end = by > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
      const moved = end ? asked : before - anchor.getBoundingClientRect().top;
      const line = Number(/line (\d+)/.exec(anchor.textContent)?.[1] ?? -1);
      resolve({ jump: Math.abs(moved - asked), line, lost: !anchor.isConnected && !end, stuck: asked === 0 });
    };
    requestAnimationFrame(look);
  });
}

async function read(page, by, until) {
  let [worst, steps, stuck] = [0, 0, 0];
  for (;;) {
    const { jump, line, lost, stuck: waits } = await page.evaluate(step, by);
    expect.ok(!lost, `what was in sight is gone at line ${line}`);
    worst = Math.max(worst, jump);
    steps += 1;
    if (until(line)) return { worst, steps };
    // The next page is on its way.
    stuck = waits ? stuck + 1 : 0;
    if (stuck > 0) await page.waitForTimeout(30);
    expect.ok(stuck < 200, `stuck at line ${line}`);
  }
}

export default async function scroll({ person, base, server }) {
  const api = await apiOf(server.api, "tomas");
  const team = await api.get("/teams/name/harbour-lights");
  const channel = await api.get(`/teams/${team.id}/channels/name/off-topic`);
  const like = await api.post("/posts", { channel_id: channel.id, message: "one to be like" });
  const page = await person("mara");
  await makeLong(page, channel, like);
  await page.goto(`${base}/harbour-lights/channels/off-topic`);
  await page.getByText(`line ${POSTS - 1}`, { exact: true }).waitFor();
  await page.waitForTimeout(800);

  const up = await read(page, -STEP_PX, (line) => line >= 0 && line < POSTS - READ);
  const down = await read(page, STEP_PX, (line) => line >= POSTS - 15);
  const lines = await page.locator(".posts-scroller .post").count();
  console.log(`     read ${READ} of ${POSTS} messages each way, ${up.steps + down.steps} steps, ${lines} drawn`);
  console.log(`     worst jump: ${up.worst.toFixed(1)} px up, ${down.worst.toFixed(1)} px down, of ${JUMP_MAX} px`);
  expect.ok(lines < 120, `${lines} posts are drawn`);
  expect.ok(Math.max(up.worst, down.worst) <= JUMP_MAX, "what was in sight jumped");
}
