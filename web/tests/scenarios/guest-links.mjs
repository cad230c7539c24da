// Guests without a password: invited in a form, let in by the link of a mail, and back again by another one.
import { field } from "../acts.mjs";
import { serious } from "../axe.mjs";
import { expect } from "../expect.mjs";
import { startPostbox } from "../postbox.mjs";

const postbox = await startPostbox();
export const options = {
  env: { ...postbox.env, MUSTER_GUESTS_ENABLE: "true", MUSTER_GUESTS_ENABLE_MAGIC_LINK: "true" },
};

const GUEST = "gus@far.test";
const row = (page, name) => page.locator(".sidebar-row", { hasText: name });

async function invite(page, channel) {
  await page.locator(".sidebar-team").click();
  await page.locator('[role=menu] [data-label="Invite people"]').click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: "Guests" }).click();
  const send = dialog.getByRole("button", { name: "Send" });
  await dialog.getByLabel("Email addresses").fill(GUEST);
  expect.ok(await send.isDisabled(), "a guest needs a channel");
  await dialog.getByLabel("Channels").selectOption({ label: channel });
  await dialog.locator(".guest-channels .people-chip", { hasText: channel }).waitFor();
  expect.ok(await dialog.getByRole("switch", { name: "Without a password" }).isChecked(), "links are the first choice");
  expect.equal((await serious(page)).join("\n"), "");
  await send.click();
  await page.getByText("1 invitation sent").waitFor();
}

/** Opens the link of a mail; only the press of the button signs in. */
async function follow(page, address) {
  await page.goto(address);
  await page.getByText("Press the button to sign in").waitFor();
  await page.getByRole("button", { name: "Sign in" }).click();
}

export default async function guestLinks({ person, open, base }) {
  const mara = await person("mara");
  try {
    await invite(mara, "Off-Topic");
    const invitation = base + (await postbox.addressFor(GUEST));
    const gus = await open();
    await follow(gus, invitation);
    await field(gus).waitFor();
    await row(gus, "Off-Topic").waitFor();
    expect.equal(await row(gus, "Town Square").count(), 0);

    // The link counted; whoever finds it later is told how to get another one.
    const stranger = await open();
    await follow(stranger, invitation);
    await stranger.getByText("The link is not good any more").waitFor();
    await stranger.getByRole("link", { name: "Send another link" }).click();
    await stranger.getByRole("heading", { name: "Sign in by a link" }).waitFor();

    await back(gus, base);
    await again(mara, gus, base);
  } finally {
    postbox.end();
  }
}

/** Signs out, and asks for a link at the sign-in page. */
async function back(gus, base) {
  await gus.locator(".sidebar-me").click();
  await gus.getByRole("menuitem", { name: "Sign out" }).click();
  await gus.getByRole("link", { name: "A guest without a password?" }).click();
  await gus.getByLabel("Email").fill(GUEST);
  await gus.getByRole("button", { name: "Send link" }).click();
  await gus.getByText("a mail with a link is on its way").waitFor();
  expect.equal((await serious(gus)).join("\n"), "");
  await follow(gus, base + (await postbox.addressFor(GUEST)));
  await field(gus).waitFor();
}

/** Who is in already follows a new invitation, and sees its channel. */
async function again(mara, gus, base) {
  await invite(mara, "Timetable");
  await follow(gus, base + (await postbox.addressFor(GUEST)));
  await row(gus, "Timetable").waitFor();
  expect.ok(!gus.url().includes("one_time_link"), "the link stays in the address");
}
