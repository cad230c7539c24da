// What does not fit: letters into what they stand in, a day into its line, and the page into its window.

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

/** Names whose sign in front stands behind them, as the page runs the other way. What is typed runs as its field does. */
export const turned = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((one) => one.firstChild?.nodeType === Node.TEXT_NODE && /^\s*[@~#/][\w.-]/.test(one.textContent))
      .filter((one) => one.checkVisibility() && getComputedStyle(one).direction === "rtl")
      .filter((one) => !one.closest(".composer-pills"))
      .map((one) => `"${one.textContent.trim().slice(0, 40)}" has its sign behind it`),
  );

/** Days and numbers of a table that are broken over lines. */
export const wrapped = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("td[data-label]")]
      .filter((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        const [first, ...others] = text.getClientRects();
        return others.some((one) => one.top >= first.bottom - 1);
      })
      .map((cell) => `"${cell.textContent.trim()}" is broken over lines`),
  );

/** On a phone words are longer than the screen is wide, and the window and a dialog keep their width. */
export async function tooWide(page) {
  const over = await page.evaluate(() => {
    const frames = [document.documentElement, ...document.querySelectorAll("dialog[open], dialog[open] .dialog-body")];
    return Math.max(...frames.map((one) => one.scrollWidth - one.clientWidth));
  });
  return over > 0 ? [`it is ${over} px wider than what it stands in`] : [];
}
