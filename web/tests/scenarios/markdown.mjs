// What a message may be made of, as another reads it: not how it looks but what it is, for the eye and for a screen reader.
// Edited, it is read anew.
import { field, menuOf, said, visit } from "../acts.mjs";
import { expect } from "../expect.mjs";

/** A message as an outline of what is in it; what is drawn of letters alone is left out. */
function outline(element) {
  const attributes = {
    A: ["href"],
    INPUT: ["type", "checked", "disabled"],
    OL: ["start"],
    IMG: ["alt"],
    TH: ["scope", "data-align"],
    TD: ["data-align"],
    BUTTON: ["data-kind"],
    P: ["role", "aria-level"],
  };
  const write = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches("figcaption, .text-maths > [hidden]")) return "";
    const inside = [...node.childNodes].map(write).join("");
    const name = node.tagName.toLowerCase();
    if (["span", "div", "tbody", "figure", "mrow", "semantics"].includes(name)) return inside;
    const told = (attributes[node.tagName] ?? [])
      .filter((one) => node[one] === true || (node[one] !== false && node.hasAttribute(one)))
      .map((one) => (node[one] === true ? ` ${one}` : ` ${one}=${node.getAttribute(one)}`))
      .join("");
    return `<${name}${told}>${inside}</>`;
  };
  return [...element.querySelector(".text").childNodes].map(write).join("");
}

const TABLE = `| line | first | fare |
|:-----|:-----:|-----:|
| **1** | 06:10 | 3 € |
| 2 | \`07:00\` | ~~4~~ 5 € |`;

/** What is written, and what it is. */
const WRITTEN = [
  [
    "Words",
    "Words: **strong**, _leaning_, ~~gone~~, `code`",
    "<p>Words: <strong>strong</>, <em>leaning</>, <s>gone</>, <code>code</></>",
  ],
  ["Lines", "Lines\nof a poem", "<p>Lines<br></>of a poem</>"],
  ["# Heading", "# Heading\n### Lower", "<p role=heading aria-level=4>Heading</><p role=heading aria-level=6>Lower</>"],
  [
    "line",
    TABLE,
    "<table><thead><tr><th scope=col data-align=start>line</><th scope=col data-align=center>first</>" +
      "<th scope=col data-align=end>fare</></></><tr><td data-align=start><strong>1</></><td data-align=center>06:10</>" +
      "<td data-align=end>3 €</></><tr><td data-align=start>2</><td data-align=center><code>07:00</></>" +
      "<td data-align=end><s>4</> 5 €</></></>",
  ],
  [
    "Outer",
    "> Outer\n> > Inner\n> > > Innermost\n\nAnswer",
    "<blockquote><p>Outer</><blockquote><p>Inner</><blockquote><p>Innermost</></></></><p>Answer</>",
  ],
  [
    "Boats",
    "1. Boats\n   - Gull\n     1. oil\n   - Tern\n2. Crew",
    "<ol start=1><li><p>Boats</><ul><li><p>Gull</><ol start=1><li><p>oil</></></></><li><p>Tern</></></></><li><p>Crew</></></>",
  ],
  [
    "bearings",
    "- [x] oil\n- [ ] bearings\n- plain",
    "<ul><li><input type=checkbox checked disabled></><p>oil</></><li><input type=checkbox disabled></><p>bearings</></>" +
      "<li><p>plain</></></>",
  ],
  [
    "Links",
    "Links: https://example.com/a_b, [named](https://example.com/?q=1&r=2), mara@example.test, example.com",
    "<p>Links: <a href=https://example.com/a_b>https://example.com/a_b</>, " +
      "<a href=https://example.com/?q=1&r=2>named</>, <a href=mailto:mara@example.test>mara@example.test</>, example.com</>",
  ],
  [
    "Called",
    "Called: @tomas, @channel, @nobody-here; ~timetable, ~nowhere; #growth",
    "<p>Called: <button data-kind=me>@tomas</>, <button data-kind=everyone>@channel</>, @nobody-here; " +
      "<button>~Timetable</>, ~nowhere; <button>#growth</></>",
  ],
  ["Faces", "Faces: :wave: :) :no_such_emoji: 10:30:15", "<p>Faces: 👋 🙂 :no_such_emoji: 10:30:15</>"],
  ["Money", "Money: $5 and $6; \\*no mark\\*; 2 < 3 &amp; 4", "<p>Money: $5 and $6; *no mark*; 2 < 3 & 4</>"],
  ["Above", "Above\n\n---\n\nBelow", "<p>Above</><hr></><p>Below</>"],
];

export default async function markdown({ person, base }) {
  const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
  await Promise.all([mara, tomas].map((page) => visit(page, base, "off-topic")));
  const wrong = [];
  for (const [word, text, wanted] of WRITTEN) {
    await field(mara).fill(text);
    await field(mara).press("Enter");
    const post = said(tomas, word.replace(/^# /, "")).last();
    await post.waitFor();
    const got = await post.evaluate(outline);
    if (got !== wanted) wrong.push(`${text}\n  is     ${got}\n  not    ${wanted}`);
  }
  expect.equal(wrong.join("\n"), "");
  await emoji(mara, tomas);
  await code(mara, tomas);
  await maths(mara, tomas);
  await pictures(mara, tomas, base);
  await followed(tomas);
  await edited(mara, tomas);
}

/** Of emoji alone it is large. */
async function emoji(mara, tomas) {
  await field(mara).fill(":tada: :ferry:");
  await field(mara).press("Enter");
  const large = tomas.locator(".posts[data-shown] .post .text[data-large]").last();
  await large.waitFor();
  expect.equal(await large.locator("[aria-label], img").count(), 2);
}

/** Coloured as its language has it, left as it is in any other, and copied as it was written. */
async function code(mara, tomas) {
  const text = 'let boat = "Gull"; // ours';
  await field(mara).fill(`Code:\n\`\`\`rust\n${text}\n\`\`\`\n\`\`\`nolanguage\n  <b>as it is</b>\n\`\`\``);
  await field(mara).press("Enter");
  const [coloured, plain] = [0, 1].map((at) => said(tomas, "Code:").locator("pre").nth(at));
  await coloured.getByText("let", { exact: true }).waitFor();
  const kinds = await coloured.locator("[data-code]").evaluateAll((all) => all.map((one) => one.dataset.code));
  expect.equal(kinds.join(), "keyword,variable,string,comment");
  expect.equal(await coloured.textContent(), text);
  expect.equal(await coloured.getAttribute("aria-label"), "rust");
  expect.equal(await plain.textContent(), "  <b>as it is</b>");
  await tomas.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await said(tomas, "Code:").locator("figure").first().hover();
  await said(tomas, "Code:").locator("figure").first().getByRole("button", { name: "Copy" }).click();
  await expect.soon(() => tomas.evaluate(() => navigator.clipboard.readText()), text);
}

/** Formulas are formulas, also for whoever hears them; one that cannot be read stays what was written. */
async function maths(mara, tomas) {
  await field(mara).fill("Area: $\\pi r^2$ and\n```latex\n\\frac{a}{b}\n```\nnot $\\frac{$ this");
  await field(mara).press("Enter");
  const post = said(tomas, "Area:");
  await post.locator("math msup").waitFor();
  await post.locator('math[display="block"] mfrac').waitFor();
  await post.locator(".text-maths code", { hasText: "\\frac{" }).waitFor();
}

/** A picture by its address; the reader's address is not told to where it lies. */
async function pictures(mara, tomas, base) {
  const address = `${base}/assets/none.png`;
  await field(mara).fill(`Picture: ![the harbour](${address})`);
  await field(mara).press("Enter");
  const image = said(tomas, "Picture:").getByAltText("the harbour");
  await image.waitFor({ state: "attached" });
  expect.equal(await image.getAttribute("src"), address);
  expect.equal(await image.getAttribute("referrerpolicy"), "no-referrer");
}

/** What is pressed leads where it says. */
async function followed(tomas) {
  const post = said(tomas, "Called:");
  await post.getByRole("button", { name: "@tomas" }).click();
  await tomas.locator(".profile").waitFor();
  await tomas.keyboard.press("Escape");
  await post.getByRole("button", { name: "#growth" }).click();
  await tomas.locator(".panel .found", { hasText: "Called:" }).waitFor();
  await tomas.keyboard.press("Escape");
  await post.getByRole("button", { name: "~Timetable" }).click();
  await tomas.waitForURL(/timetable/);
  await tomas.goBack();
  await tomas.waitForURL(/off-topic/);
}

async function edited(mara, tomas) {
  await menuOf(said(mara, "Above"), "Edit");
  await mara.locator(".post-edit textarea").fill("- Above\n- **Below**");
  await mara.keyboard.press("Enter");
  await said(tomas, "Above").locator(".post-edited").waitFor();
  await expect.soon(
    () => said(tomas, "Above").evaluate(outline),
    "<ul><li><p>Above</></><li><p><strong>Below</></></></>",
  );
}
