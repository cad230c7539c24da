// What a person has who uses no mouse: keys, and eyes.
import { expect } from "./expect.mjs";

/** A walk with Tab longer than this is no way that people go. */
const TABS_MAX = 25;

/** The keys of a page, and what to see there. */
export function handsOf(page) {
  const press = async (...all) => {
    for (const key of all) await page.keyboard.press(key);
  };
  const type = (text) => page.keyboard.type(text);
  const isOn = (what) => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, what);
  const sees = (what) => page.locator(what).first().waitFor();
  const gone = (what) => expect.gone(page.locator(what));
  return {
    page,
    press,
    type,
    isOn,
    sees,
    gone,
    stands: (what) => expect.soon(() => isOn(what), true),
    /** With Tab, or back with Shift+Tab, to what is wanted. */
    async tabTo(what, key = "Tab") {
      for (let at = 0; at < TABS_MAX && !(await isOn(what)); at += 1) await press(key);
      expect.ok(await isOn(what), `${key} leads to no ${what}`);
    },
    /** Round the parts of the window, until one gives the focus to what is wanted. */
    roundTo: (what) =>
      expect.soon(async () => {
        if (!(await isOn(what))) await press("F6");
        return isOn(what);
      }, true),
    /** Chooses from the menu that is open. */
    async choose(name) {
      await page.locator("[role=menu] button:focus").waitFor();
      const label = () => page.evaluate(() => document.activeElement?.dataset.label);
      for (let at = 0; at < TABS_MAX && (await label()) !== name; at += 1) await press("ArrowDown");
      expect.equal(await label(), name);
      await press("Enter");
    },
    /** Does what has this name in the palette. */
    async run(name) {
      await press("Control+K");
      await sees(".switcher input:focus");
      await type(`>${name}`);
      await page.locator('.switcher-row[aria-selected="true"]').getByText(name, { exact: true }).waitFor();
      await press("Enter");
    },
  };
}

/** What a mouse does on the page, from now on and in all that it loads. */
export async function watchMouse(page) {
  const seen = [];
  await page.exposeFunction("mouseSeen", (what) => seen.push(what));
  await page.addInitScript(() => {
    for (const what of ["mousemove", "mousedown", "pointerdown", "wheel"]) {
      document.addEventListener(what, (event) => event.isTrusted && window.mouseSeen(what), true);
    }
  });
  return seen;
}
