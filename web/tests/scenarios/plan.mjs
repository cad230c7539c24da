// What happens later: drafts on two devices, scheduled messages, priorities with acknowledgement, reminders.
import { expect } from "../expect.mjs";

const field = (page) => page.locator(".shell-center .composer textarea").first();
const said = (page, text) => page.locator(".posts[data-shown] .post", { hasText: text });

async function menuOf(post, name) {
  await post.page().mouse.move(1, 1);
  await post.hover();
  await post.getByRole("button", { name: "More actions" }).click();
  await post.page().getByRole("menuitem", { name }).click();
}

export default async function plan({ person, base }) {
  const [laptop, phone, tomas] = await Promise.all([person("mara"), person("mara"), person("tomas")]);
  const all = [laptop, phone, tomas];
  await Promise.all(all.map((page) => page.goto(`${base}/harbour-lights/channels/town-square`)));
  await Promise.all(all.map((page) => field(page).waitFor()));

  await drafts(laptop, phone, tomas, base);
  await later(laptop, tomas, base);
  await labels(laptop, tomas);
  await menuOf(said(tomas, "Storm at noon"), "Remind me…");
  await tomas.getByRole("button", { name: "In 1 hour" }).click();
  await tomas.getByText("You will be reminded on").waitFor();
  await words(tomas);
}

/** Times as people say them, shown as what they mean before they count. */
async function words(tomas) {
  await field(tomas).fill("Rope for the buoy");
  await tomas.keyboard.press("Control+Shift+Enter");
  const dialog = tomas.getByRole("dialog");
  await dialog.locator(".when-presets button:focus").waitFor();
  // Who writes instead of choosing writes words.
  await tomas.keyboard.type("1 may 2031 at 8pm");
  await dialog.getByText("Thursday, May 1, 2031 at 8:00 PM").waitFor();
  expect.equal(await dialog.getByLabel("Day and time").inputValue(), "2031-05-01T20:00");
  await picture(tomas, "when-words");
  await tomas.keyboard.type("x");
  await tomas.keyboard.press("Enter");
  await dialog.getByRole("alert").getByText("No time is understood here yet.").waitFor();
  await tomas.keyboard.press("Backspace");
  await tomas.keyboard.press("Enter");
  await tomas.getByText("Will be sent on May 1, 2031").waitFor();

  await field(tomas).pressSequentially("/remi");
  await tomas.getByRole("option", { name: "/remind" }).waitFor();
  await tomas.keyboard.press("Enter");
  await field(tomas).pressSequentially("me to ");
  await tomas.getByText("Say when, such as").waitFor();
  await field(tomas).pressSequentially("paint the buoy in 2 hours");
  await tomas.getByText("You will be reminded of “paint the buoy” on").waitFor();
  await picture(tomas, "remind-words");
  await tomas.keyboard.press("Enter");
  await tomas.getByText("You will be reminded on").waitFor();
  // What it reminds of stands in the conversation with oneself.
  await tomas.locator(".sidebar-row", { hasText: "tomas" }).first().click();
  await said(tomas, "paint the buoy").waitFor();
}

const picture = (page, name) =>
  process.env.MUSTER_SHOTS && page.screenshot({ path: `${process.env.MUSTER_SHOTS}/${name}.png` });

async function drafts(laptop, phone, tomas, base) {
  await field(laptop).pressSequentially("The buoy is");
  await expect.soon(() => field(phone).inputValue(), "The buoy is");
  // Begun elsewhere, it is in the list; what is attached waits with it.
  await laptop
    .locator('.composer input[type="file"]')
    .first()
    .setInputFiles({
      name: "buoy.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("green, two flashes"),
    });
  await phone.locator(".composer-file", { hasText: "buoy.txt" }).waitFor();
  await phone.goto(`${base}/harbour-lights/drafts`);
  const card = phone.locator(".plan-card", { hasText: "The buoy is" });
  await card.getByText("1 file").waitFor();
  await card.getByRole("button", { name: "Send now" }).click();
  await said(tomas, "The buoy is").getByText("buoy.txt").first().waitFor();
  await expect.soon(() => field(laptop).inputValue(), "");
  await expect.soon(() => laptop.locator(".composer-file").count(), 0);

  // Deleted in the list, gone from the field.
  await field(laptop).pressSequentially("Never mind");
  const other = phone.locator(".plan-card", { hasText: "Never mind" });
  await other.waitFor();
  await other.getByRole("button", { name: "Actions of this draft" }).click();
  // What is written on comes into the card, whose menu stays.
  await field(laptop).pressSequentially(", or perhaps");
  await phone.locator(".plan-card", { hasText: "Never mind, or perhaps" }).waitFor();
  await phone.getByRole("menuitem", { name: "Delete draft" }).click();
  await phone.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.soon(() => field(laptop).inputValue(), "");
}

async function later(laptop, tomas, base) {
  await field(laptop).fill("See you at the slipway");
  await laptop.keyboard.press("Control+Shift+Enter");
  const dialog = laptop.getByRole("dialog");
  await dialog.getByLabel("Day and time").fill("2030-05-01T08:30");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await laptop.getByText("A message is scheduled for").waitFor();
  expect.equal(await field(laptop).inputValue(), "");
  await laptop.getByRole("button", { name: "See", exact: true }).click();
  const card = laptop.locator(".plan-card", { hasText: "See you at the slipway" });
  await card.getByText("2030").waitFor();

  await card.getByRole("button", { name: "Edit", exact: true }).click();
  await laptop.getByLabel("Message", { exact: true }).fill("See you at the quay");
  await laptop.getByRole("button", { name: "Save" }).click();
  const edited = laptop.locator(".plan-card", { hasText: "See you at the quay" });
  await edited.getByRole("button", { name: "Actions of this draft" }).click();
  await laptop.getByRole("menuitem", { name: "Reschedule" }).click();
  await laptop.getByRole("dialog").getByLabel("Day and time").fill("2031-06-02T09:15");
  await laptop.getByRole("dialog").getByRole("button", { name: "Reschedule" }).click();
  await edited.getByText("2031").waitFor();
  expect.equal(await said(tomas, "See you at").count(), 0);

  await edited.getByRole("button", { name: "Send now" }).click();
  await said(tomas, "See you at the quay").waitFor();
  await laptop.getByText("Nothing is scheduled").waitFor();
  await laptop.goto(`${base}/harbour-lights/channels/town-square`);
  await field(laptop).waitFor();
}

async function labels(mara, tomas) {
  await field(mara).fill("Storm at noon, boats in");
  await mara.keyboard.press("Control+Alt+P");
  const dialog = mara.getByRole("dialog");
  await dialog.getByLabel("Urgent").check();
  await dialog.getByLabel("Ask for acknowledgement").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await mara.locator(".composer-priority").getByText("Urgent").waitFor();
  await mara.keyboard.press("Enter");
  await expect.soon(() => mara.locator(".composer-priority").count(), 0);

  const seen = said(tomas, "Storm at noon");
  await seen.getByText("Urgent").waitFor();
  await seen.getByRole("button", { name: "Acknowledge" }).click();
  await seen.getByRole("button", { name: "Acknowledged" }).waitFor();
  const own = said(mara, "Storm at noon");
  await own.getByRole("button", { name: "1 acknowledgement" }).click();
  await mara.locator(".ack-who", { hasText: "tomas" }).waitFor();
  await mara.keyboard.press("Escape");
}
