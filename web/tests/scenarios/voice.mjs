// Voice messages: spoken into Chromium's own microphone, which beeps; discarded, attached and sent by the keyboard; heard by
// somebody else, at another speed and from another place; kept where they belong when one goes elsewhere meanwhile.
import { field, said, visit } from "../acts.mjs";
import { serious } from "../axe.mjs";
import { cutOff, tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { LOOKS, shoot } from "../shots.mjs";

export const options = {
  chromium: ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", "--mute-audio"],
};

const button = (page, name) => page.getByRole("button", { name, exact: true });
const waiting = (page) => page.locator(".shell-center .composer-file");
const message = (page) => page.locator(".posts[data-shown] .voice").last();

async function speak(page, forMs) {
  await button(page, "Record a voice message").click();
  await page.locator(".voice-recording time").waitFor();
  await page.waitForTimeout(forMs);
}

/** Heights of the bars, as many as there are different ones. */
const heights = (where) =>
  where.locator("rect").evaluateAll((bars) => new Set(bars.map((bar) => bar.getAttribute("height"))).size);

async function record(page) {
  await speak(page, 600);
  expect.equal((await serious(page)).join("\n"), "");
  await page.keyboard.press("Escape");
  await expect.gone(page.locator(".voice-recording"));
  expect.equal(await waiting(page).count(), 0);
  expect.ok(await field(page).evaluate((one) => one === document.activeElement), "the field has not the focus again");

  await speak(page, 2_500);
  await expect.soon(async () => (await heights(page.locator(".voice-recording"))) > 3, true);
  await shoot(page, "voice-recording");
  // The button that ends it has the focus.
  await page.keyboard.press("Enter");
  await waiting(page)
    .locator("span", { hasText: /^voice-\d{8}-\d{6}\.weba$/ })
    .waitFor();
  await expect.gone(page.locator(".shell-center .composer-file progress"));
  await page.keyboard.type("As spoken on deck:");
  await page.keyboard.press("Enter");
  await said(page, "As spoken on deck:").locator(".voice-wave").waitFor();
}

async function listen(page) {
  await said(page, "As spoken on deck:").locator(".voice-wave rect").first().waitFor();
  expect.ok((await heights(message(page))) > 3, "the wave is flat");
  const slider = page.getByRole("slider", { name: "Place in the voice message" });
  const length = Number(await slider.getAttribute("aria-valuemax"));
  expect.ok(length >= 2 && length <= 5, `it is ${length} s long`);
  await button(page, "Play").focus();
  await page.keyboard.press("Enter");
  await button(page, "Pause").waitFor();
  await expect.soon(async () => (await message(page).locator("rect[data-heard]").count()) > 3, true);
  await shoot(page, "voice-heard");
  await page.keyboard.press("Enter");
  await button(page, "Play").waitFor();
  await slider.focus();
  await page.keyboard.press("Home");
  await expect.soon(() => slider.getAttribute("aria-valuenow"), "0");
  await page.keyboard.press("End");
  await expect.soon(() => slider.getAttribute("aria-valuenow"), String(length));
  await slider.click({ position: { x: 2, y: 8 } });
  await expect.soon(() => slider.getAttribute("aria-valuenow"), "0");
  await button(page, "Speed: 1×").click();
  await button(page, "Speed: 1.5×").waitFor();
  expect.equal((await serious(page)).join("\n"), "");
}

export default async function voice(world) {
  const { base, person } = world;
  const [mara, tomas] = [await person("mara"), await person("tomas")];
  await visit(mara, base, "town-square");
  await visit(tomas, base, "town-square");
  await record(mara);
  await listen(tomas);

  // Gone elsewhere meanwhile, it waits where it was begun.
  await speak(mara, 700);
  await mara.locator(".sidebar-row", { hasText: "Off-Topic" }).click();
  await mara.getByRole("textbox", { name: "Write to Off-Topic" }).waitFor();
  expect.equal(await waiting(mara).count(), 0);
  await mara.locator(".sidebar-row", { hasText: "Town Square" }).click();
  await waiting(mara).locator("span", { hasText: ".weba" }).waitFor();
  await button(mara, "Send").click();
  await expect.soon(() => mara.locator(".posts[data-shown] .voice").count(), 2);

  await tomas.emulateMedia({ colorScheme: "dark" });
  await shoot(tomas, "voice-dark");
  await tomas.setViewportSize(LOOKS.phone.viewport);
  await message(tomas).waitFor();
  expect.equal([...(await cutOff(tomas)), ...(await tooWide(tomas))].join("\n"), "");
  await shoot(tomas, "voice-phone");
}
