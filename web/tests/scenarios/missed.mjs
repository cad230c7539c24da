// Back after a while: reading goes on where it stopped, and the way to the end says how much was said since and when. In
// every look.
import { said, visit } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { serious } from "../axe.mjs";
import { tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { LOOKS, shoot } from "../shots.mjs";

const SAID = 60;

const jump = (page) => page.locator(".posts[data-shown] .posts-jump button");

export default async function missed({ person, base, server }) {
  const tomas = await person("tomas");
  await visit(tomas, base, "off-topic");
  await visit(tomas, base, "town-square");
  const mara = await apiOf(server.api, "mara");
  const team = await mara.get("/teams/name/harbour-lights");
  const channel = await mara.get(`/teams/${team.id}/channels/name/off-topic`);
  const watch = (at) => mara.post("/posts", { channel_id: channel.id, message: `Watch ${at}.` });
  const first = await watch(1);
  for (let at = 2; at <= SAID; at += 1) await watch(at);
  await back(tomas, mara, channel);
  const sven = await apiOf(server.api, "sven");
  for (const [look, context] of Object.entries(LOOKS)) {
    // Unread again in each look.
    await sven.post(`/users/me/posts/${first.id}/set_unread`, { collapsed_threads_supported: true });
    await seen(person, base, look, context);
  }
}

async function back(tomas, mara, channel) {
  await tomas.locator(".sidebar-row a", { hasText: "Off-Topic" }).click();
  await tomas.locator(".posts[data-shown] .line-new").waitFor();
  const now = new Date().getFullYear();
  await jump(tomas)
    .filter({ hasText: new RegExp(`^${SAID} new messages since .*${now}`) })
    .waitFor();
  // What is said meanwhile counts, too.
  await mara.post("/posts", { channel_id: channel.id, message: "Watch 61." });
  await jump(tomas)
    .filter({ hasText: `${SAID + 1} new messages since` })
    .waitFor();
  await jump(tomas).click();
  await said(tomas, "Watch 61.").waitFor();
  await expect.gone(jump(tomas));
  // Once at the end, it is only a way back there.
  await tomas.locator(".posts[data-shown] .posts-scroller").hover();
  // What is laid out meanwhile holds the list at its end; a person then turns the wheel again.
  await expect.soon(async () => {
    await tomas.mouse.wheel(0, -900);
    await tomas.waitForTimeout(400);
    return jump(tomas).filter({ hasText: "Jump to the latest" }).count();
  }, 1);
}

async function seen(person, base, look, context) {
  const page = await person("sven", { ...context, bypassCSP: true });
  await visit(page, base, "off-topic");
  await jump(page).filter({ hasText: "new messages since" }).waitFor();
  await shoot(page, `missed-${look}`);
  expect.equal((await serious(page)).join("\n"), "");
  expect.equal((await tooWide(page)).join(), "");
  await page.context().close();
}
