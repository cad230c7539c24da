// The window in each language: its words fit on a desktop and on a phone, and in Arabic all of it is mirrored.
import { field, said, visit, write } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { serious } from "../axe.mjs";
import { cutOff, tooWide, turned } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { LOOKS, shoot } from "../shots.mjs";

/** Places that are led to without a word of any language. */
const PLACES = [
  ["channel", "/channels/town-square", ".posts[data-shown] .post"],
  ["threads", "/threads", ".thread-row"],
  ["drafts", "/drafts", ".empty, .plan-card"],
];

export default async function languages(world) {
  const { base, server } = world;
  const api = await apiOf(server.api, "mara");
  const me = await api.get("/users/me");
  const page = await world.person("mara", { bypassCSP: true });
  const chosen = process.env.MUSTER_LANGUAGES?.split(",");
  const offered = (await languagesOffered(page, base)).filter((code) => chosen?.includes(code) ?? true);
  const found = [];
  for (const locale of offered) {
    await api.put(`/users/${me.id}/patch`, { locale });
    for (const look of ["light", "phone"]) {
      await page.setViewportSize(LOOKS[look].viewport);
      for (const [name, path, what] of PLACES) {
        await page.goto(`${base}/harbour-lights${path}`);
        await page.locator(what).first().waitFor();
        await expect.soon(() => page.evaluate(() => document.documentElement.lang), locale);
        await page.evaluate(() => document.fonts.ready);
        await shoot(page, `language-${locale}-${name}-${look}`);
        const cut = look === "light" ? [...(await cutOff(page)), ...(await turned(page))] : [];
        for (const one of [...cut, ...(await tooWide(page))]) found.push(`${locale}, ${name}, ${look}: ${one}`);
      }
    }
    await page.setViewportSize(LOOKS.light.viewport);
    found.push(...(await settingsIn(page, base, locale)));
  }
  expect.equal(found.join("\n"), "");
  await api.put(`/users/${me.id}/patch`, { locale: "ar" });
  await mirrored(page, base);
}

/** The codes in the settings' list of languages. */
async function languagesOffered(page, base) {
  await visit(page, base, "town-square");
  await page.keyboard.press("Control+Shift+A");
  await page.getByRole("tab", { name: "Display" }).click();
  return page.getByLabel("Language").evaluate((list) => [...list.options].map((one) => one.value));
}

/** Every part of the settings, and that its words are of the language. */
async function settingsIn(page, base, locale) {
  await visit(page, base, "town-square");
  await page.keyboard.press("Control+Shift+A");
  const tabs = page.locator("dialog [role=tab]");
  await tabs.first().waitFor();
  const found = [];
  for (let at = 0; at < (await tabs.count()); at += 1) {
    await tabs.nth(at).click();
    await page.waitForTimeout(100);
    for (const one of [...(await cutOff(page)), ...(await turned(page))])
      found.push(`${locale}, settings ${at}: ${one}`);
  }
  await tabs.nth(1).click();
  await shoot(page, `language-${locale}-settings`);
  if (locale !== "en") expect.ok((await tabs.first().textContent()) !== "Profile", `${locale} is not shown`);
  return found;
}

/** What stands at the beginning of a line stands right, arrows lead the other way, and English in it stays as it is. */
async function mirrored(page, base) {
  await visit(page, base, "town-square");
  await expect.soon(() => page.evaluate(() => document.documentElement.dir), "rtl");
  const box = (what) => page.locator(what).first().boundingBox();
  const [sidebar, center] = [await box(".sidebar"), await box("#center")];
  expect.ok(sidebar.x > center.x, "the sidebar is on the left");
  const send = page.locator(".composer-send .icon");
  expect.equal(await send.evaluate((one) => getComputedStyle(one).scale), "-1 1");
  await write(page, "Tide at 9, مرحبا @tomas!");
  const english = said(page, "Tide at 9").locator("p");
  expect.equal(await english.evaluate((one) => getComputedStyle(one).direction), "ltr");
  await write(page, "مرحبا tomas، الساعة 9!");
  const arabic = said(page, "مرحبا tomas").locator("p");
  expect.equal(await arabic.evaluate((one) => getComputedStyle(one).direction), "rtl");
  await field(page).focus();
  expect.equal((await serious(page)).join("\n"), "");
  await shoot(page, "arabic-mixed");
  await page.locator(".posts[data-shown] .replies").first().click();
  await page.locator(".panel .post").first().waitFor();
  expect.ok((await box(".panel")).x < (await box("#center")).x, "the thread is on the right");
  await page.emulateMedia({ colorScheme: "dark" });
  await shoot(page, "arabic-thread-dark");
  for (const theme of ["contrast", "contrastLight"]) {
    await page.evaluate((chosen) => {
      const look = { theme: chosen, density: "comfortable", motion: "system" };
      localStorage.setItem("muster.look", JSON.stringify(look));
    }, theme);
    await page.reload();
    await page.locator(".panel .post").first().waitFor();
    expect.equal((await serious(page, ["color-contrast-enhanced"])).join("\n"), "");
    await shoot(page, `arabic-${theme}`);
  }
}
