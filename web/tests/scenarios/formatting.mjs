// The bar over the message field: hidden until wanted and kept as it was left; formats by buttons and keys on what is
// selected, taken back by one key; names marked in the field; how the message will look; replies that are saved on all
// devices. In every look.
import { field, said, visit } from "../acts.mjs";
import { serious } from "../axe.mjs";
import { tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { LOOKS, shoot } from "../shots.mjs";

export default async function formatting({ person, base }) {
  const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
  await Promise.all([mara, tomas].map((page) => visit(page, base, "off-topic")));
  await opened(mara);
  await formats(mara);
  await byKeys(mara, tomas);
  await pills(mara);
  await previewed(mara);
  await replies(mara, tomas);
  await elsewhere(person, base);
  for (const [look, context] of Object.entries(LOOKS)) await seen(person, base, look, context);
}

const bar = (page) => page.locator(".shell-center .format-bar");
const press = (page, name) => bar(page).getByRole("button", { name, exact: true }).click();
const value = (page) => field(page).inputValue();
const selected = (page) => field(page).evaluate((one) => one.value.slice(one.selectionStart, one.selectionEnd));

async function select(page, text, part) {
  await field(page).fill(text);
  const from = text.indexOf(part);
  await field(page).evaluate((one, [a, b]) => one.setSelectionRange(a, b), [from, from + part.length]);
}

async function opened(mara) {
  expect.equal(await bar(mara).count(), 0);
  await mara.locator(".shell-center .composer-bar").getByRole("button", { name: "Formatting" }).click();
  await bar(mara).waitFor();
}

/** On what is selected, which stays selected; the same press takes it away, and one key takes back the press. */
async function formats(mara) {
  await select(mara, "The tide is high", "tide");
  await press(mara, "Bold");
  expect.equal(await value(mara), "The **tide** is high");
  expect.equal(await selected(mara), "tide");
  await press(mara, "Bold");
  expect.equal(await value(mara), "The tide is high");
  await press(mara, "Link");
  expect.equal(await value(mara), "The [tide](https://) is high");
  expect.equal(await selected(mara), "https://");
  await mara.keyboard.type("https://example.test");
  expect.equal(await value(mara), "The [tide](https://example.test) is high");
  await select(mara, "one\ntwo", "one\ntwo");
  await press(mara, "Numbered list");
  expect.equal(await value(mara), "1. one\n2. two");
  await mara.keyboard.press("Control+Z");
  expect.equal(await value(mara), "one\ntwo");
}

async function byKeys(mara, tomas) {
  await select(mara, "ls in the harbour", "ls");
  await mara.keyboard.press("Control+Alt+c");
  expect.equal(await value(mara), "`ls` in the harbour");
  await field(mara).evaluate((one) => one.setSelectionRange(8, one.value.length));
  await mara.keyboard.press("Control+Shift+X");
  expect.equal(await value(mara), "`ls` in ~~the harbour~~");
  await mara.keyboard.press("Enter");
  await said(tomas, "ls in").locator("s", { hasText: "the harbour" }).waitFor();
}

/** People, channels and emoji that there are have a ground of their own, exactly under their letters. */
async function pills(mara) {
  const marks = mara.locator(".shell-center .composer-pills mark");
  const text = "@tomas and @nobody-here look at ~timetable :tada: :no_such_thing: `@mara`\nand @here";
  await field(mara).fill(text);
  await expect.soon(() => marks.allTextContents(), ["@tomas", "~timetable", ":tada:", "@here"]);
  await shoot(mara, "formatting-pills");
  const [ground, area] = [mara.locator(".shell-center .composer-pills"), field(mara)];
  const boxes = await Promise.all([ground, area].map((one) => one.boundingBox()));
  expect.equal(Math.round(boxes[0].height), Math.round(boxes[1].height));
  // A text that scrolls takes them along.
  await field(mara).fill(`${"line\n".repeat(60)}@tomas`);
  await expect.soon(() => marks.allTextContents(), ["@tomas"]);
  await field(mara).evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await expect.soon(() => offBy(ground, area), 0);
  await field(mara).fill("");
  await expect.gone(ground);
  // Who reads at the end still does when the field is low again.
  await expect.soon(() => mara.locator(".posts-jump").count(), 0);
}

const offBy = async (one, other) => {
  const [here, there] = await Promise.all([one, other].map((each) => each.evaluate((element) => element.scrollTop)));
  return Math.round(here - there);
};

async function previewed(mara) {
  await field(mara).fill("# Tide\n- [ ] **oil** :tada:");
  await press(mara, "Preview");
  const preview = mara.locator(".shell-center .format-preview");
  await preview.locator(".text-heading", { hasText: "Tide" }).waitFor();
  await preview.locator(".emoji").waitFor();
  await field(mara).press("End");
  await mara.keyboard.type(" and rope");
  await preview.getByText("and rope").waitFor();
  await shoot(mara, "formatting-preview");
  await press(mara, "Preview");
  await expect.gone(preview);
}

async function replies(mara, tomas) {
  await field(mara).fill("Thank you, we look into it by **noon**.");
  await press(mara, "Saved replies");
  const saved = mara.getByRole("dialog", { name: "Saved replies" });
  await saved.getByText("again and again").waitFor();
  await saved.getByRole("button", { name: "Save what is written" }).click();
  await saved.getByRole("button", { name: /^Thank you/ }).waitFor();
  await shoot(mara, "formatting-replies");
  await mara.keyboard.press("Escape");
  await field(mara).fill("");
  await press(mara, "Saved replies");
  await saved.getByRole("button", { name: /^Thank you/ }).click();
  expect.equal(await value(mara), "Thank you, we look into it by **noon**.");
  await mara.keyboard.press("Enter");
  await said(tomas, "we look into it").locator("strong", { hasText: "noon" }).waitFor();
}

/** On another device the bar is open, and the reply is there; taken away it is gone. */
async function elsewhere(person, base) {
  const page = await person("mara");
  await visit(page, base, "off-topic");
  await press(page, "Saved replies");
  const saved = page.getByRole("dialog", { name: "Saved replies" });
  await saved.getByRole("button", { name: /^Remove “Thank you/ }).click();
  await saved.getByText("again and again").waitFor();
  await page.context().close();
}

async function seen(person, base, look, context) {
  const page = await person("mara", { ...context, bypassCSP: true });
  await visit(page, base, "off-topic");
  await bar(page).waitFor();
  await field(page).fill("**Written** in the meantime");
  await press(page, "Preview");
  await page.locator(".format-preview strong").waitFor();
  await shoot(page, `formatting-${look}`);
  expect.equal((await serious(page)).join("\n"), "");
  expect.equal((await tooWide(page)).join(), "");
  await field(page).fill("");
  await page.context().close();
}
