// The looks that people need: high contrast, colours of the system, less motion, more on the screen, other languages, and
// messages that are read from right to left. Axe finds nothing serious in any of them.
import { field, said, visit } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { serious } from "../axe.mjs";
import { cutOff, tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";

const sees = (page, what) => page.locator(what).first().waitFor();
const byKeys = (keys, what) => async (page) => {
  await field(page).focus();
  await page.keyboard.press(keys);
  await sees(page, what);
};

/** Parts of the window, reached without a word of any language. */
const PLACES = {
  busy: async (page, base) => visit(page, base, "town-square"),
  code: async (page, base) => {
    await visit(page, base, "app");
    await sees(page, ".text-code");
  },
  table: async (page, base) => {
    await visit(page, base, "timetable");
    await sees(page, ".text-table");
  },
  tools: async (page) => {
    await page.locator(".posts[data-shown] .post").last().hover();
    await page.locator(".post-tools .icon-button").last().click();
    await sees(page, "[role=menu]");
  },
  thread: async (page) => {
    await page.keyboard.press("Escape");
    await page.locator(".posts[data-shown] .replies").first().click();
    await sees(page, ".panel .post ~ .post, .panel .panel-rule");
  },
  members: byKeys("Control+Alt+I", ".member"),
  switcher: byKeys("Control+K", ".switcher-row"),
  browse: async (page) => {
    await page.keyboard.press("Escape");
    await byKeys("Control+Shift+O", ".browse-row")(page);
  },
  settings: async (page) => {
    await page.keyboard.press("Escape");
    await byKeys("Control+Shift+A", "dialog [role=tab]")(page);
    await page.locator("dialog [role=tab]").nth(2).click();
    await sees(page, ".settings-themes");
  },
  keys: async (page) => {
    await page.keyboard.press("Escape");
    await byKeys("Control+/", ".shortcut-list")(page);
  },
  drafts: async (page, base) => {
    await page.goto(`${base}/harbour-lights/drafts`);
    await sees(page, "main h1, main h2");
  },
  console: async (page, base) => {
    await page.goto(`${base}/admin/users`);
    await sees(page, "main table");
  },
};

async function walk(page, base, look, { rules, cut } = {}) {
  const found = [];
  for (const [name, go] of Object.entries(PLACES)) {
    await go(page, base);
    await page.waitForTimeout(300);
    const told = (one) => found.push(`${look}, ${name}: ${one}`);
    (await serious(page, rules)).forEach(told);
    if (cut) (await cutOff(page)).forEach(told);
    if (process.env.MUSTER_SHOTS)
      await page.screenshot({ path: `${process.env.MUSTER_SHOTS}/look-${look}-${name}.png` });
  }
  return found;
}

/** Somebody with a language and a look of their own, whose pages axe may look into. */
async function reader(world, context = {}, look = {}) {
  const page = await world.person("mara", { ...context, bypassCSP: true });
  await page.evaluate((chosen) => localStorage.setItem("muster.look", JSON.stringify(chosen)), {
    theme: "system",
    density: "comfortable",
    motion: "system",
    ...look,
  });
  await page.reload();
  await field(page).waitFor();
  return page;
}

const themeOf = (page) => page.evaluate(() => document.documentElement.dataset.theme);

export default async function looks(world) {
  const { base, server } = world;
  const api = await apiOf(server.api, "mara");
  const found = [];
  const visitAs = async (look, page, options) => {
    found.push(...(await walk(page, base, look, options)));
    await page.context().close();
  };

  const enhanced = { rules: ["color-contrast-enhanced"] };
  const contrast = await reader(world, {}, { theme: "contrast" });
  expect.equal(await themeOf(contrast), "contrast");
  await visitAs("contrast", contrast, enhanced);
  const bright = await reader(world, {}, { theme: "contrastLight" });
  await visitAs("contrast-light", bright, enhanced);
  const asked = await reader(world, { contrast: "more", colorScheme: "dark" });
  expect.equal(await themeOf(asked), "contrast");
  await asked.emulateMedia({ colorScheme: "light" });
  await expect.soon(() => themeOf(asked), "contrastLight");
  await asked.emulateMedia({ contrast: "no-preference" });
  await expect.soon(() => themeOf(asked), "light");
  await asked.context().close();

  for (const colorScheme of ["light", "dark"]) {
    const page = await reader(world, { forcedColors: "active", colorScheme });
    await forced(page, base);
    await visitAs(`forced-${colorScheme}`, page);
  }
  const still = await reader(world, { reducedMotion: "reduce" });
  await motionless(still, base);
  await still.context().close();
  await compact(world, base);
  await rightToLeft(world, base, api);

  const me = await api.get("/users/me");
  for (const locale of ["de", "ja"]) {
    await api.put(`/users/${me.id}/patch`, { locale });
    const page = await reader(world);
    await expect.soon(() => page.evaluate(() => document.documentElement.lang), locale);
    await visitAs(locale, page, { cut: true });
    const phone = await reader(world, { viewport: { width: 390, height: 800 } });
    found.push(...(await narrow(phone, base, locale)));
    await phone.context().close();
  }
  expect.equal(found.join("\n"), "");
}

/** On a phone words are longer than the screen is wide, and the window keeps its width. */
async function narrow(page, base, look) {
  const found = [];
  for (const path of ["/channels/timetable", "/threads", "/drafts", "/channels/submarine"]) {
    await page.goto(`${base}/harbour-lights${path}`);
    await sees(page, ".posts[data-shown] :is(.post, .beginning), .thread-row, .plan-card, .empty");
    found.push(...(await tooWide(page)).map((one) => `${look}, ${path}: ${one}`));
    // Where nothing else takes the focus the middle of the window has it, without a ring around it.
    const ring = await page.locator("#center").evaluate((one) => {
      one.focus();
      return `${one.matches(":focus-visible")} ${getComputedStyle(one).outlineStyle}`;
    });
    expect.equal(ring, "true none");
  }
  // Where there is no such channel, the sidebar leads to those that there are.
  await page.locator(".find-bar button").click();
  await page.locator(".sidebar-row a", { hasText: "Timetable" }).click();
  await sees(page, ".posts[data-shown] .post");
  return found;
}

/** Where backgrounds are the system's, what is chosen, focused, on or online can still be told. */
async function forced(page, base) {
  await visit(page, base, "town-square");
  const style = (what, name, pseudo) =>
    page
      .locator(what)
      .first()
      .evaluate((one, [property, part]) => getComputedStyle(one, part)[property], [name, pseudo]);
  expect.equal(await style(".sidebar-row a[aria-current]", "outlineStyle"), "solid");
  await field(page).focus();
  expect.equal(await style(".shell-center .composer", "outlineStyle"), "solid");
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect.ok((await style(".sidebar-me .presence", "backgroundColor")) !== canvas, "who is online cannot be seen");
  expect.ok(
    (await style(".posts[data-shown] .line-day", "backgroundColor", "::before")) !== canvas,
    "days are not parted",
  );
  await page.keyboard.press("Control+Shift+A");
  await page.locator("dialog [role=tab]").nth(2).click();
  const toggle = (state) => `.settings-page .toggle input${state}`;
  await sees(page, toggle(":checked"));
  const [on, off] = [toggle(":checked"), toggle(":not(:checked)")];
  expect.ok((await style(on, "backgroundColor")) !== (await style(off, "backgroundColor")), "on looks as off does");
  expect.equal(await style(".settings-theme:has(:checked)", "outlineStyle"), "solid");
  await page.keyboard.press("Escape");
  await expect.gone(page.locator("dialog"));
}

/** Nothing moves by itself: neither what the system asks for, nor what was chosen here. */
async function motionless(page, base) {
  await visit(page, base, "town-square");
  const slowest = () =>
    page.evaluate(() => {
      const seconds = (text) => Math.max(...text.split(",").map((one) => Number.parseFloat(one) || 0));
      const all = [...document.querySelectorAll("*")].map((one) => getComputedStyle(one));
      return Math.max(...all.map((one) => Math.max(seconds(one.transitionDuration), seconds(one.animationDuration))));
    });
  await page.keyboard.press("Control+K");
  await sees(page, ".switcher-row");
  expect.ok((await slowest()) <= 0.001, "something moves though the system asks for less");
  await page.keyboard.press("Escape");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect.ok((await slowest()) > 0.01, "nothing would move anyhow");
  await field(page).focus();
  await page.keyboard.press("Control+Shift+A");
  await page.locator("dialog [role=tab]").nth(2).click();
  await page
    .getByRole("switch", { name: "Less motion" })
    .or(page.getByLabel("Less motion"))
    .first()
    .check({ force: true });
  expect.ok((await slowest()) <= 0.001, "something moves though it was chosen otherwise");
}

/** More messages fit, and it is as on other devices of the same person. */
async function compact(world, base) {
  const page = await reader(world);
  await visit(page, base, "town-square");
  const height = () =>
    page.locator(".posts[data-shown] .post").evaluateAll((all) => all.reduce((sum, one) => sum + one.clientHeight, 0));
  const before = await height();
  await page.keyboard.press("Control+Shift+A");
  await page.locator("dialog [role=tab]").nth(2).click();
  const stored = page.waitForResponse((answer) => answer.url().includes("/preferences"));
  await page.getByLabel("Compact").check({ force: true });
  await stored;
  await page.keyboard.press("Escape");
  await expect.gone(page.locator("dialog"));
  expect.ok((await height()) < before, "it takes as much room as before");
  expect.equal((await serious(page)).join(), "");
  const other = await world.person("mara");
  await expect.soon(() => other.evaluate(() => document.documentElement.dataset.density), "compact");
  await other.context().close();
  await page.context().close();
}

/** Where a piece of text stands on the screen, as its middle. */
function middleOf(element, word) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.textContent.indexOf(word);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + word.length);
    const box = range.getBoundingClientRect();
    return box.x + box.width / 2;
  }
  return Number.NaN;
}

/** Hebrew and Arabic in an English window: each message, list, quote, table and name in its own direction. */
async function rightToLeft(world, base, api) {
  const [page, writer] = await Promise.all([world.person("mara", { bypassCSP: true }), world.person("tomas")]);
  const team = await api.get("/teams/name/harbour-lights");
  const channel = await api.get(`/teams/${team.id}/channels/name/off-topic`);
  await api.put(`/channels/${channel.id}/patch`, { display_name: "רציף 3 (חדש)" });
  for (const one of [page, writer]) await visit(one, base, "off-topic");
  const wrong = [];
  const inOrder = async (what, locator, ...words) => {
    const at = [];
    for (const word of words) at.push(await locator.evaluate(middleOf, word));
    const isRight = at.every((one, index) => index === 0 || one < at[index - 1]);
    if (!isRight) wrong.push(`${what}: ${words.map((word, index) => `${word} at ${at[index].toFixed(0)}`).join(", ")}`);
  };
  const directionOf = (locator) => locator.first().evaluate((one) => getComputedStyle(one).direction);
  const is = async (what, locator, wanted) => {
    const got = await directionOf(locator);
    if (got !== wanted) wrong.push(`${what} is ${got}`);
  };

  // The field turns while it is written in.
  await field(writer).fill("שלום @mara, הסירה (Gull) יוצאת.");
  await is("the field", field(writer), "rtl");
  await field(writer).press("Enter");
  const line = said(page, "שלום");
  await line.waitFor();
  await inOrder("a line", line.locator("p"), "שלום", "mara", "הסירה", "Gull", "יוצאת", ".");
  // A name keeps its own order inside.
  await inOrder("a name", line.locator(".text-mention"), "mara", "@");

  await field(writer).fill("- ראשון\n- second\n\n> ציטוט\n\n| קו | שעה |\n|---|---|\n| אחד | שש |\n\n`x = 1` קוד");
  await field(writer).press("Enter");
  const blocks = said(page, "ראשון");
  await blocks.waitFor();
  for (const [what, block] of [
    ["a list", "ul"],
    ["an item", "li"],
    ["a quote", "blockquote"],
    ["a table", "table"],
  ]) {
    await is(what, blocks.locator(block), "rtl");
  }
  await is("code", blocks.locator("code"), "ltr");
  await inOrder("columns", blocks.locator("table"), "קו", "שעה");
  const bar = await blocks.locator("blockquote").evaluate((one) => getComputedStyle(one).borderRightWidth);
  if (bar === "0px") wrong.push("the bar of a quote stands behind it");

  await field(writer).fill("مرحبا بالعالم\nand then English");
  await field(writer).press("Enter");
  await is("Arabic", said(page, "مرحبا").locator("p"), "rtl");
  await field(writer).fill("English, then עברית.");
  await field(writer).press("Enter");
  await is("English", said(page, "English, then").locator("p"), "ltr");

  // Names beside English ones; they begin where the others do.
  const name = page.locator(".sidebar-row[data-current] .sidebar-name");
  await inOrder("the sidebar", name, "רציף", "3", "חדש", ")");
  await inOrder("the title", page.locator(".channel-title h1"), "רציף", "3", "חדש", ")");
  const starts = await page.locator(".sidebar-row .sidebar-name").evaluateAll((all) =>
    all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return Math.round(range.getBoundingClientRect().left - one.getBoundingClientRect().left);
    }),
  );
  if (starts.some((one) => Math.abs(one) > 1)) wrong.push(`names begin at ${starts.join()}`);
  expect.equal(wrong.join("\n"), "");
  expect.equal((await serious(page)).join(), "");
  await api.put(`/channels/${channel.id}/patch`, { display_name: "Off-Topic" });
  for (const one of [page, writer]) await one.context().close();
}
