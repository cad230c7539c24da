// A channel of real messages, read from the last to the first and back with the wheel: what is in sight moves as far as
// the wheel moves it, and nothing else. MUSTER_SCROLL says of how many messages it is; a hundred thousand take a while.
import { apiOf } from "../api.mjs";
import { bringIn } from "../bulk.mjs";
import { expect } from "../expect.mjs";

const POSTS = Number(process.env.MUSTER_SCROLL ?? 3_000);
/** What a reader does not notice, in pixels. */
const JUMP_MAX = 4;
/** More of it is in sight, and read with one turn. */
const TALL = { width: 1360, height: 2000 };
/** Less than is drawn beyond what is in sight: further away heights are guesses, and nobody sees what moves. */
const TURN_PX = 500;
/** So near to either end there is nothing left to scroll. */
const END_LINES = 40;
const BEGAN_AT = 1_700_000_000_000;
const MINUTE_MS = 60_000;
const CHANNEL = { team: "harbour-lights", name: "lightship", display_name: "Lightship", type: "O" };

export const options = { fast: true };

function postOf(at) {
  const lines = at % 11 === 0 ? "\n\n- one\n- two\n- three" : at % 7 === 0 ? ` ${"and on it goes ".repeat(20)}` : "";
  const where = { team: CHANNEL.team, channel: CHANNEL.name };
  return { ...where, user: "tomas", message: `line ${at}${lines}`, create_at: BEGAN_AT + at * MINUTE_MS };
}

/** Runs in the page: the message in the middle, where it stands, and how far one can scroll `way`. */
async function look([way, id]) {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  const scroller = document.querySelector(".posts[data-shown] .posts-scroller");
  const { top, height } = scroller.getBoundingClientRect();
  const from = (one) => Math.abs(one.getBoundingClientRect().top - top - height / 2);
  const all = [...scroller.querySelectorAll(".post")];
  const one = all.reduce((best, other) => (from(other) < from(best) ? other : best));
  const before = id === "" ? null : document.getElementById(id);
  return {
    id: one.id,
    at: one.getBoundingClientRect().top,
    line: Number(/line (\d+)/.exec(one.textContent)?.[1] ?? -1),
    moved: before?.getBoundingClientRect().top ?? null,
    room: way < 0 ? scroller.scrollTop : scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop,
    drawn: all.length,
  };
}

/** Turns the wheel until the message in the middle is beyond `last`: how far at most one moved otherwise, and which. */
async function read(page, way, last) {
  const result = { worst: 0, line: -1, turns: 0, drawn: 0 };
  let now = await page.evaluate(look, [way, ""]);
  for (let waits = 0; (now.line - last) * way < 0; ) {
    expect.ok(waits < 300, `stuck at line ${now.line}`);
    if (now.room < TURN_PX) {
      // The next page is on its way.
      await page.waitForTimeout(20);
      now = await page.evaluate(look, [way, ""]);
      waits += 1;
      continue;
    }
    await page.mouse.wheel(0, way * TURN_PX);
    const next = await page.evaluate(look, [way, now.id]);
    expect.ok(next.moved !== null, `what was in sight is gone at line ${now.line}`);
    const jump = Math.abs(now.at - next.moved - way * TURN_PX);
    if (jump > result.worst) Object.assign(result, { worst: jump, line: now.line });
    result.drawn = Math.max(result.drawn, next.drawn);
    result.turns += 1;
    waits = 0;
    now = next;
  }
  return result;
}

export default async function scroll({ person, base, server }) {
  const api = await apiOf(server.api, "mara");
  const posts = Array.from({ length: POSTS }, (_, at) => ["post", postOf(at)]);
  await bringIn(api, "lightship.zip", [["channel", CHANNEL], ...posts]);
  const team = await api.get(`/teams/name/${CHANNEL.team}`);
  const channel = await api.get(`/teams/${team.id}/channels/name/${CHANNEL.name}`);
  const { id } = await api.get("/users/me");
  await api.post(`/channels/${channel.id}/members`, { user_id: id });
  const page = await person("mara", { viewport: TALL });
  await page.goto(`${base}/${CHANNEL.team}/channels/${CHANNEL.name}`);
  await page
    .getByText(`line ${POSTS - 1}`)
    .first()
    .waitFor();
  await page.locator(".posts[data-shown] .posts-scroller").hover();
  await page.waitForTimeout(800);

  const up = await read(page, -1, END_LINES);
  const down = await read(page, 1, POSTS - END_LINES);
  const drawn = Math.max(up.drawn, down.drawn);
  console.log(`     read ${POSTS} messages each way, ${up.turns + down.turns} turns, ${drawn} drawn at most`);
  for (const [way, { worst, line }] of Object.entries({ up, down })) {
    console.log(`     worst jump ${way}: ${worst.toFixed(1)} px at line ${line}, of ${JUMP_MAX} px`);
  }
  expect.ok(drawn < 160, `${drawn} posts are drawn`);
  expect.ok(Math.max(up.worst, down.worst) <= JUMP_MAX, "what was in sight jumped");
}
