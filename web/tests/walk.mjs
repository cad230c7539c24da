// The walk at the top of the project's README: twenty seconds of a day of chat, as a moving picture.
//
// `node tests/walk.mjs [--dist]` writes docs/screenshots/walk.png. How long a frame is seen is said here, so that the
// picture is the same on a slow machine. `MUSTER_SHOTS` keeps each frame, too.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { field, menuOf, said, visit } from "./acts.mjs";
import { apiOf } from "./api.mjs";
import { apng } from "./apng.mjs";
import { asFile, pdf } from "./media.mjs";
import { startWorld } from "./world.mjs";

const TARGET = fileURLToPath(new URL("../../docs/screenshots/walk.png", import.meta.url));
const VIEW = { viewport: { width: 1120, height: 680 }, colorScheme: "light", reducedMotion: "reduce" };
const WALK_MS = 20_000;
const BYTES_MAX = 4 * 1024 * 1024;
/** Letters that are typed between two frames. */
const STRIDE = 3;

const frames = [];

/** Keeps what is seen now, for so long. */
async function see(page, ms) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(120);
  const png = await page.screenshot({ caret: "initial" });
  frames.push({ png, ms });
  if (!process.env.MUSTER_SHOTS) return;
  mkdirSync(process.env.MUSTER_SHOTS, { recursive: true });
  writeFileSync(join(process.env.MUSTER_SHOTS, `walk-${String(frames.length).padStart(2, "0")}.png`), png);
}

async function type(page, text) {
  for (let at = 0; at < text.length; at += STRIDE) {
    await page.keyboard.type(text.slice(at, at + STRIDE));
    await see(page, 110);
  }
}

/** Somebody asks, and is answered with a reaction and in a thread. */
async function talk(page, tomas) {
  await see(page, 1_200);
  await tomas.post("/posts", {
    channel_id: tomas.here,
    message: "The *Aurora* comes in at nine. Which berth is free?",
  });
  const asked = said(page, "The Aurora comes in at nine");
  await asked.waitFor();
  await see(page, 900);
  await type(page, "Berth **4**, until noon :ship:");
  await see(page, 300);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await said(page, "Berth 4").waitFor();
  await see(page, 1_000);
  await asked.hover();
  await see(page, 400);
  await asked
    .getByRole("button", { name: /thumbs up|\+1/i })
    .first()
    .click();
  await asked.locator(".reaction").first().waitFor();
  await see(page, 700);
  await menuOf(asked, "Reply in thread").catch(() => asked.getByRole("button", { name: /reply/i }).first().click());
  await page.locator(".panel textarea").waitFor();
  await page.locator(".panel textarea").focus();
  await see(page, 600);
  await type(page, "I will be on the pier.");
  await page.keyboard.press("Enter");
  await page.locator(".panel .post", { hasText: "on the pier" }).waitFor();
  await see(page, 1_000);
  await page.keyboard.press("Escape");
  await page.locator(".panel").waitFor({ state: "detached" });
}

/** A document comes, and is read where it is. */
async function read(page, tomas) {
  const file = asFile("winter-timetable.pdf", "application/pdf", pdf(["Winter timetable", "Berths", "Lamps"]));
  await page.locator(".shell-center input[type=file]").setInputFiles([file]);
  await page.locator(".shell-center .composer-file progress").waitFor({ state: "detached" });
  await field(page).focus();
  await type(page, "For all:");
  await page.keyboard.press("Enter");
  await said(page, "For all:").locator(".file-first img").waitFor();
  await tomas.post("/reactions", { user_id: tomas.me, post_id: await lastPost(tomas), emoji_name: "tada" });
  await see(page, 900);
  await said(page, "For all:").locator(".file-first").click();
  await page.locator("dialog[open] .pdf-words").first().waitFor();
  await see(page, 1_200);
  await page.keyboard.press("Escape");
}

const lastPost = async (person) => (await person.get(`/channels/${person.here}/posts?per_page=1`)).order[0];

/** By the keyboard to another channel, through the inbox, and into the night. */
async function wander(page) {
  await page.keyboard.press("Control+K");
  await page.locator("dialog[open] input").waitFor();
  await see(page, 500);
  await type(page, "timet");
  await see(page, 400);
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Write to Timetable" }).waitFor();
  await see(page, 1_100);
  await page.keyboard.press("Control+Shift+U");
  await page.locator(".inbox").first().waitFor();
  await see(page, 1_300);
  await page.emulateMedia({ colorScheme: "dark" });
  await see(page, 900);
  await page.keyboard.press("Alt+ArrowDown");
  await see(page, 1_400);
}

const world = await startWorld();
try {
  const tomas = await apiOf(world.server.api, "tomas");
  const page = await world.person("mara", VIEW);
  const [team] = await tomas.get("/users/me/teams");
  tomas.here = (await tomas.get(`/teams/${team.id}/channels/name/town-square`)).id;
  tomas.me = (await tomas.get("/users/me")).id;
  await visit(page, world.base, "town-square");
  await talk(page, tomas);
  await read(page, tomas);
  await wander(page);
  const length = frames.reduce((sum, { ms }) => sum + ms, 0);
  frames.at(-1).ms += Math.max(0, WALK_MS - length);
  const picture = apng(frames);
  if (picture.length > BYTES_MAX) throw new Error(`the walk has ${picture.length} bytes of ${BYTES_MAX}`);
  writeFileSync(TARGET, picture);
  console.log(`${TARGET}: ${frames.length} frames, ${Math.max(length, WALK_MS) / 1_000} s, ${picture.length} bytes`);
} finally {
  await world.end();
}
