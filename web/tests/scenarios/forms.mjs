// A program that asks people: buttons and menus under its post, a form from a press and from a command, what it refuses,
// and a form that follows a form. The window that did not ask shows none.
import { startBerths, submitted } from "../berths.mjs";
import { expect } from "../expect.mjs";
import { PROGRAM_ENV } from "../program.mjs";

export const options = { env: PROGRAM_ENV };

export default async function forms({ person, base, server }) {
  const peer = await startBerths(server.api);
  try {
    const [tomas, other, mara] = await Promise.all([person("tomas"), person("tomas"), person("mara")]);
    for (const page of [tomas, other, mara]) await page.goto(`${base}/harbour-lights/channels/off-topic`);
    const slip = (page) => page.locator(".posts[data-shown] .post", { hasText: "Slip 1" });

    await slip(tomas).getByRole("combobox", { name: "Tide" }).click();
    await tomas.getByRole("option", { name: "High" }).click();
    await expect.soon(() => peer.told.at(-1)?.form.context?.selected_option, "high");

    await slip(tomas).getByRole("button", { name: "Book" }).click();
    await fillIn(tomas, peer);
    expect.equal(await other.getByRole("dialog").count(), 0);

    // From a command; given up, which the program wants to know.
    await tomas.locator(".shell-center .composer textarea").fill("/berth now");
    await tomas.keyboard.press("Enter");
    await tomas.getByRole("dialog", { name: "Book a berth" }).waitFor();
    await tomas.keyboard.press("Escape");
    await expect.soon(() => peer.told.at(-1)?.form.cancelled, true);

    await slip(tomas).getByRole("button", { name: "Close" }).click();
    await tomas.getByText("Thank you.").waitFor();
    await mara.getByText("The slip is closed.").waitFor();
  } finally {
    await peer.end();
  }
}

async function fillIn(page, peer) {
  const dialog = page.getByRole("dialog", { name: "Book a berth" });
  await dialog.getByRole("button", { name: "Book" }).click();
  await dialog.getByText("This is needed.").first().waitFor();
  expect.equal(submitted(peer.told).length, 0);
  await dialog.getByLabel("Boat").fill("Gull");
  await dialog.getByLabel("Mail (optional)").fill("nobody");
  await dialog.getByRole("combobox", { name: "Skipper" }).fill("mar");
  await dialog.getByRole("option", { name: "@mara" }).click();
  // A field on which others depend: the program adds one, and what was filled in stays.
  await dialog.getByRole("combobox", { name: "Kind (optional)" }).click();
  await dialog.getByRole("option", { name: "Sail" }).click();
  await dialog.getByLabel("Mast (optional)").fill("12");
  expect.equal(await dialog.getByLabel("Boat").inputValue(), "Gull");
  const asked = peer.told.find(({ form }) => form.type === "refresh").form;
  expect.equal(asked.submission.selected_field, "kind");
  expect.equal(asked.submission.kind, "sail");
  await dialog.getByLabel("North").check();
  await dialog.getByLabel("I have read the rules").check();
  await dialog.getByRole("button", { name: "Book" }).click();
  await dialog.getByText("This is no email address.").waitFor();
  await dialog.getByLabel("Mail (optional)").fill("tomas@example.test");
  await dialog.getByRole("button", { name: "Book" }).click();
  await dialog.getByText("There is no such boat.").waitFor();
  await dialog.getByLabel("Boat").fill("Gannet");
  await dialog.getByRole("button", { name: "Book" }).click();

  const more = page.getByRole("dialog", { name: "One more thing" });
  await more.getByLabel("Crew").fill("3");
  await more.getByRole("button", { name: "Book" }).click();
  await expect.gone(page.getByRole("dialog"));
  const [first, last] = [peer.told.at(-2)?.form, peer.told.at(-1)?.form];
  expect.equal(first.submission.boat, "Gannet");
  expect.equal(first.submission.berth, "n");
  expect.equal(first.submission.rules, true);
  expect.equal(first.submission.skipper.length, 26);
  expect.equal(last.submission.crew, 3);
}
