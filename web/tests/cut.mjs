// What does not fit: letters into what they stand in, and the page into its window.

/** Letters are cut off in none of these. */
const LETTERED =
  "button, h1, h2, h3, label, legend, option, .tag, .field-label, .toggle-text, .menu-item, th, dt, select";

/** Letters that are cut off where nothing says so by three dots. */
export const cutOff = (page) =>
  page.evaluate(
    (lettered) =>
      [...document.querySelectorAll(lettered)]
        .filter((one) => one.checkVisibility() && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
        .filter((one) => !one.matches(".unseen, .post-text *, .posts *"))
        .filter((one) => {
          const { overflow, textOverflow } = getComputedStyle(one);
          return overflow !== "visible" && textOverflow !== "ellipsis";
        })
        .map((one) => `"${one.textContent.trim().slice(0, 40)}" is cut off`),
    LETTERED,
  );

/** On a phone words are longer than the screen is wide, and the window keeps its width. */
export async function tooWide(page) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return over > 0 ? [`it is ${over} px wider than the window`] : [];
}
