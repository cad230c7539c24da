// Programs by hand: what is made in the client works for a program that runs, and what is taken away no longer does.
import { field, said, visit, write } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";
import { PROGRAM_ENV, startProgram } from "../program.mjs";

export const options = {
  env: {
    ...PROGRAM_ENV,
    MUSTER_ACCOUNTS_ENABLE_ACCESS_TOKENS: "true",
    MUSTER_INTEGRATIONS_ENABLE_BOTS: "true",
  },
};

/** What the program says to each that calls it. */
function answer(path, form) {
  if (path === "/watch") return { text: `The watch has seen: ${form.text}` };
  return { response_type: "in_channel", text: `High water at **${form.text || "noon"}**` };
}

export default async function integrations({ person, base, server }) {
  const program = await startProgram(answer);
  try {
    const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
    await Promise.all([mara, tomas].map((page) => visit(page, base, "off-topic")));
    await postsByAddress(mara, tomas, server.api);
    await hearsWords(mara, tomas, program);
    await answersCommands(mara, tomas, program);
    await actsAsBot(mara, tomas, server.api);
  } finally {
    await program.end();
  }
}

/** The dialog of the team's integrations at one of its kinds. */
async function openKind(page, kind) {
  await page.locator(".sidebar-team").click();
  await page.getByRole("menuitem", { name: "Integrations", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Integrations" });
  await dialog.getByRole("tab", { name: kind }).click();
  return dialog;
}

async function close(page) {
  await page.keyboard.press("Escape");
  await expect.gone(page.getByRole("dialog"));
}

/** Fills the form in, and reads what the program needs to know. */
async function make(dialog, button, fields) {
  await dialog.getByRole("button", { name: button }).click();
  for (const [label, value] of Object.entries(fields)) {
    const control = dialog.getByLabel(label, { exact: true });
    if (label === "Channel") await control.selectOption({ label: value });
    else await control.fill(value);
  }
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await dialog.getByText("keep it secret").waitFor();
  return dialog.locator(".settings-secret code").textContent();
}

async function choose(dialog, name, item) {
  await dialog.getByRole("button", { name: `Actions for ${name}` }).click();
  await dialog.page().getByRole("menuitem", { name: item, exact: true }).click();
}

async function remove(dialog, name) {
  await choose(dialog, name, "Remove");
  await dialog
    .page()
    .getByRole("dialog", { name: `Remove ${name}?` })
    .getByRole("button", { name: "Remove" })
    .click();
  await expect.gone(dialog.getByRole("listitem").filter({ hasText: name }));
}

async function postsByAddress(mara, tomas, api) {
  const dialog = await openKind(mara, "Incoming webhooks");
  const fields = { Name: "Weather station", Channel: "Off-Topic", Description: "Wind and waves" };
  const address = await make(dialog, "New incoming webhook", fields);
  // The pages may come from elsewhere; what is called is the server.
  const call = (text) =>
    fetch(api + new URL(address).pathname, { method: "POST", body: JSON.stringify({ text, username: "Weather" }) });
  expect.equal((await call("Wind from the **north**, five.")).status, 200);
  for (const page of [mara, tomas]) {
    await said(page, "Wind from the north").getByText("Bot", { exact: true }).waitFor();
  }
  await remove(dialog, "Weather station");
  expect.ok((await call("Nobody hears this.")).status >= 400, "a webhook that was removed still posts");
  await close(mara);
}

async function hearsWords(mara, tomas, program) {
  const dialog = await openKind(mara, "Outgoing webhooks");
  const token = await make(dialog, "New outgoing webhook", {
    Name: "Watch",
    Channel: "Off-Topic",
    "Words that trigger it": "buoy\nlantern",
    "Addresses to call": `${program.address}/watch`,
  });
  await write(tomas, "lantern is out");
  for (const page of [mara, tomas]) await said(page, "The watch has seen: lantern is out").waitFor();
  const heard = () => program.told.filter(({ path }) => path === "/watch").map(({ form }) => form);
  expect.equal(heard()[0].token, token);
  expect.equal(heard()[0].user_name, "tomas");
  expect.equal(heard()[0].trigger_word, "lantern");

  // Another token from now on; what begins with another word is not for it.
  const renewed = mara.waitForResponse((one) => one.url().endsWith("/regen_token"));
  await choose(dialog, "Watch", "New token");
  await renewed;
  await write(tomas, "the lantern is lit");
  await write(tomas, "buoy at the pier");
  for (const page of [mara, tomas]) await said(page, "The watch has seen: buoy at the pier").waitFor();
  expect.equal(heard().length, 2);
  expect.ok(heard()[1].token !== token, "the token is still the old one");
  await remove(dialog, "Watch");
  await close(mara);
}

async function answersCommands(mara, tomas, program) {
  const dialog = await openKind(mara, "Slash commands");
  const token = await make(dialog, "New slash command", {
    "Command, without the slash": "tide",
    "Address to call": `${program.address}/tide`,
    Name: "Tide of today",
    Description: "When the water is high",
    "Hint for its arguments": "[day]",
  });
  // It is offered with its words, and answers everybody.
  await field(tomas).pressSequentially("/tid");
  const offered = tomas.locator(".suggestion", { hasText: "/tide" });
  await offered.getByText("When the water is high").waitFor();
  await field(tomas).fill("/tide tomorrow");
  await tomas.keyboard.press("Enter");
  for (const page of [mara, tomas]) await said(page, "High water at tomorrow").waitFor();
  const { form } = program.told.find(({ path }) => path === "/tide");
  expect.equal(form.token, token);
  expect.equal(form.command, "/tide");
  expect.equal(form.user_name, "tomas");
  await remove(dialog, "/tide");
  await close(mara);
  await field(tomas).fill("/tide today");
  await tomas.keyboard.press("Enter");
  // What could not be done stands there again.
  await tomas.locator(".toast").first().waitFor();
  await expect.soon(() => field(tomas).inputValue(), "/tide today");
  await field(tomas).fill("");
}

async function actsAsBot(mara, tomas, api) {
  const dialog = await openKind(mara, "Bots");
  const secret = await make(dialog, "New bot", { Username: "pilot", Name: "Harbour pilot", Description: "Guides in" });
  const admin = await apiOf(api, "mara");
  const [team, bot] = await Promise.all([admin.get("/teams/name/harbour-lights"), admin.get("/users/username/pilot")]);
  const channel = await admin.get(`/teams/${team.id}/channels/name/off-topic`);
  await admin.post(`/teams/${team.id}/members`, { team_id: team.id, user_id: bot.id });
  await admin.post(`/channels/${channel.id}/members`, { user_id: bot.id });
  const says = (message) =>
    fetch(`${api}/api/v4/posts`, {
      method: "POST",
      headers: { Authorization: `Bearer ${secret}` },
      body: JSON.stringify({ channel_id: channel.id, message }),
    });
  expect.equal((await says("Follow me in.")).status, 201);
  for (const page of [mara, tomas]) {
    await said(page, "Follow me in.").getByText("Bot", { exact: true }).waitFor();
  }
  const row = dialog.getByRole("listitem").filter({ hasText: "@pilot" });
  await choose(dialog, "Harbour pilot", "Disable");
  await row.getByText("Disabled").waitFor();
  expect.equal((await says("Am I here?")).status, 401);
  await choose(dialog, "Harbour pilot", "Enable");
  await expect.gone(row.getByText("Disabled"));
  expect.equal((await says("Back again.")).status, 201);
  await said(tomas, "Back again.").waitFor();
  await close(mara);
}
