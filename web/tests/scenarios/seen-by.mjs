// Who has read my last message: shown where the server allows it to those who show it themselves, below that message, as it
// happens. In every look, and in Arabic.
import { row, said, visit, write } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { serious } from "../axe.mjs";
import { cutOff, tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { LOOKS, shoot } from "../shots.mjs";

export const options = { env: { MUSTER_PRIVACY_ENABLE_SEEN_BY: "true" } };

const line = (page) => page.locator(".posts[data-shown] .seen-by");

async function chosen(server, name, value = "true") {
  const api = await apiOf(server.api, name);
  const { id } = await api.get("/users/me");
  await api.put("/users/me/preferences", [{ user_id: id, category: "privacy", name: "seen_by", value }]);
  return { ...api, id };
}

async function chooses(page) {
  await page.locator(".sidebar-me").click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await page.getByRole("tab", { name: "Security" }).click();
  await page.getByRole("switch", { name: "Show what I have read" }).check();
  await page.getByRole("switch", { name: "Show what I have read" }).scrollIntoViewIfNeeded();
  await shoot(page, "seen-by-settings");
  expect.equal((await serious(page)).join("\n"), "");
  await page.keyboard.press("Escape");
}

export default async function seenBy({ person, base, server }) {
  await chosen(server, "sven");
  await chosen(server, "yuki");
  const mara = await person("mara", { bypassCSP: true });
  await visit(mara, base, "off-topic");
  await chooses(mara);
  await write(mara, "The ferry leaves at nine.");
  await said(mara, "The ferry leaves at nine.").waitFor();
  expect.equal(await line(mara).count(), 0);

  const tomas = await person("tomas");
  await visit(tomas, base, "off-topic");
  await said(tomas, "The ferry leaves at nine.").waitFor();
  const sven = await person("sven");
  await visit(sven, base, "off-topic");
  // Tomas, who was there before, shows it to nobody.
  await line(mara)
    .filter({ hasText: /^Seen by sven$/ })
    .waitFor();
  expect.equal(await line(tomas).count(), 0);
  // What somebody says below has no say in it; what I say next nobody has read yet.
  await write(sven, "I am there at ten to nine.");
  await said(mara, "I am there at ten to nine.").waitFor();
  expect.equal(await line(mara).count(), 1);
  await visit(sven, base, "town-square");
  await write(mara, "Bring the flags, please.");
  await expect.gone(line(mara));
  await row(sven, "Off-Topic").click();
  await line(mara)
    .filter({ hasText: /^Seen by sven$/ })
    .waitFor();
  const yuki = await person("yuki");
  await visit(yuki, base, "off-topic");
  await line(mara)
    .filter({ hasText: /^Seen by sven and yuki$/ })
    .waitFor();

  await directly(server, base, mara, sven);
  await looks(person, base, server);
}

/** With one other person no name is needed. */
async function directly(server, base, mara, sven) {
  const api = await apiOf(server.api, "mara");
  const [me, partner] = [await api.get("/users/me"), await api.get("/users/username/sven")];
  await api.post("/channels/direct", [me.id, partner.id]);
  await mara.goto(`${base}/harbour-lights/messages/@sven`);
  await write(mara, "And the rope?");
  expect.equal(await line(mara).count(), 0);
  await sven.goto(`${base}/harbour-lights/messages/@mara`);
  await line(mara)
    .filter({ hasText: /^Seen$/ })
    .waitFor();
  // Who hides it again is hidden from the next look on.
  await chosen(server, "sven", "false");
  await visit(mara, base, "off-topic");
  await line(mara)
    .filter({ hasText: /^Seen by yuki$/ })
    .waitFor();
  await chosen(server, "sven");
}

async function looks(person, base, server) {
  for (const [look, context] of Object.entries(LOOKS)) {
    const page = await person("mara", { ...context, bypassCSP: true });
    await visit(page, base, "off-topic");
    await line(page).filter({ hasText: "Seen by sven and yuki" }).waitFor();
    await shoot(page, `seen-by-${look}`);
    expect.equal((await serious(page)).join("\n"), "");
    expect.equal((await tooWide(page)).join(), "");
    await page.context().close();
  }
  const page = await person("sven", { bypassCSP: true });
  const api = await apiOf(server.api, "sven");
  const me = await api.get("/users/me");
  await api.put(`/users/${me.id}/patch`, { locale: "ar" });
  await visit(page, base, "off-topic");
  await expect.soon(() => page.evaluate(() => document.documentElement.dir), "rtl");
  await line(page).filter({ hasText: "yuki" }).waitFor();
  await page.waitForTimeout(400);
  await shoot(page, "seen-by-arabic");
  expect.equal([...(await cutOff(page)), ...(await tooWide(page)), ...(await serious(page))].join("\n"), "");
}
