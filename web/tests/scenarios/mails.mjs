// What the server mails, and the links that people pass on: each leads where it says, signed in or not.
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";
import { startPostbox } from "../postbox.mjs";
import { SAMPLE_PASSWORD } from "../world.mjs";

const postbox = await startPostbox();
export const options = { env: postbox.env };

const NEW_PASSWORD = "Another-Pass2";
const heading = (page, name) => page.getByRole("heading", { name, exact: true });

async function signIn(page, name, password) {
  await page.getByLabel("Email or user name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function signUp(page, name) {
  await page.getByLabel("Email").fill(`${name}@example.test`);
  await page.getByLabel("User name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(SAMPLE_PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
}

/** In the team, at the first of its channels. */
async function isIn(page, team) {
  await page.waitForURL(new RegExp(`/${team}/channels/town-square`));
  await page.getByRole("textbox", { name: "Write to Town Square" }).waitFor();
}

export default async function mails({ person, open, base, server }) {
  const mara = await apiOf(server.api, "mara");
  const team = await mara.post("/teams", { name: "night-shift", display_name: "Night Shift", type: "I" });
  try {
    await invitedByLink(await person("tomas"), await open(), base, team);
    const ines = await open();
    await invitedByMail(ines, base, mara, team);
    await invitedByMailWithAnAccount(await person("priya"), base, mara, team);
    await forgets(ines, base);
    await proves(await open(), base, mara);
  } finally {
    postbox.end();
  }
}

async function invitedByLink(tomas, stranger, base, team) {
  const link = `${base}/signup_user_complete/?id=${team.invite_id}`;
  await tomas.goto(link);
  await isIn(tomas, "night-shift");

  // Who has an account, and is not signed in, goes on to sign in.
  await stranger.goto(link);
  await stranger.getByRole("link", { name: "Sign in" }).click();
  await signIn(stranger, "yuki", SAMPLE_PASSWORD);
  await isIn(stranger, "night-shift");

  // A link that was replaced says so.
  await tomas.goto(`${base}/signup_user_complete/?id=nosuchinvitationnosuchinvi`);
  await tomas.getByText("The invitation is not valid").waitFor();
  await tomas.getByRole("button", { name: "Back" }).click();
  await tomas.locator(".sidebar-team").waitFor();
}

async function invitedByMail(ines, base, mara, team) {
  await mara.post(`/teams/${team.id}/invite/email`, ["ines@example.test"]);
  await ines.goto(base + (await postbox.addressFor("ines@example.test")));
  await signUp(ines, "ines");
  await isIn(ines, "night-shift");
}

async function invitedByMailWithAnAccount(priya, base, mara, team) {
  await mara.post(`/teams/${team.id}/invite/email`, ["priya.private@example.test"]);
  await priya.goto(base + (await postbox.addressFor("priya.private@example.test")));
  await isIn(priya, "night-shift");
}

async function forgets(ines, base) {
  await ines.locator(".sidebar-me").click();
  await ines.getByRole("menuitem", { name: "Sign out" }).click();
  await ines.getByRole("link", { name: "Forgot password?" }).click();
  await ines.getByLabel("Email").fill("ines@example.test");
  await ines.getByRole("button", { name: "Send link" }).click();
  await ines.getByText("a mail with a link is on its way").waitFor();
  const address = base + (await postbox.addressFor("ines@example.test"));
  await ines.goto(address);
  await ines.getByLabel("New password").fill(NEW_PASSWORD);
  await ines.getByRole("button", { name: "Change password" }).click();
  await ines.getByText("Your password is changed").waitFor();
  await signIn(ines, "ines", NEW_PASSWORD);
  await isIn(ines, "night-shift");

  // The link counts once, and is opened also where somebody is signed in.
  await ines.goto(address);
  await ines.getByLabel("New password").fill(SAMPLE_PASSWORD);
  await ines.getByRole("button", { name: "Change password" }).click();
  await ines.getByText("The link to reset the password is not valid").waitFor();
}

async function proves(olga, base, mara) {
  await mara.put("/config/patch", { EmailSettings: { RequireEmailVerification: true } });
  await olga.goto(`${base}/signup`);
  await signUp(olga, "olga");
  await heading(olga, "Check your mail").waitFor();
  expect.equal(await olga.getByLabel("Email").inputValue(), "olga@example.test");
  const first = await postbox.addressFor("olga@example.test");
  await olga.getByRole("button", { name: "Send another mail" }).click();
  const second = await postbox.addressFor("olga@example.test");

  // The mail before is good no more; who opens it gets another one.
  await olga.goto(base + first);
  await olga.getByText("The link to verify the email address is not valid").waitFor();
  expect.equal(await olga.getByLabel("Email").inputValue(), "olga@example.test");
  await olga.goto(base + second);
  await heading(olga, "Address confirmed").waitFor();
  await olga.getByRole("link", { name: "Sign in" }).click();
  await signIn(olga, "olga", SAMPLE_PASSWORD);
  await olga.waitForURL(/select_team/);
}
