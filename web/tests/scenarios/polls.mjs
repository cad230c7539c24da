// Polls: asked by the button and by the command, voted for by two people at once, changed, and taken back; what other clients
// are shown is a message with reactions.
import { field, said, visit } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { serious } from "../axe.mjs";
import { cutOff, tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { LOOKS, shoot } from "../shots.mjs";

const poll = (page) => page.locator(".posts[data-shown] .poll").last();
const option = (page, name) => poll(page).getByRole("button", { name });
const told = (page, name, votes) =>
  poll(page)
    .getByRole("button", { name: `${name} ${votes}`, exact: true })
    .waitFor();

async function ask(page) {
  await page.getByRole("button", { name: "Begin a poll" }).first().click();
  const create = page.getByRole("button", { name: "Ask", exact: true });
  await page.getByLabel("Question").fill("Which berth for the *Aurora*?");
  expect.ok(await create.isDisabled(), "a question without options can be asked");
  await page.getByLabel("Options", { exact: true }).fill("Four, by the crane\nFive\n");
  await page.keyboard.type("Wait outside");
  expect.equal((await serious(page)).join("\n"), "");
  await shoot(page, "poll-dialog");
  await create.click();
  await poll(page).waitFor();
}

export default async function polls({ base, person, server }) {
  const [mara, tomas] = [await person("mara"), await person("tomas")];
  await visit(mara, base, "town-square");
  await visit(tomas, base, "town-square");
  await ask(mara);
  await told(tomas, "Four, by the crane", "no votes");
  await option(tomas, "Four").click();
  await option(mara, "Five").focus();
  await mara.keyboard.press("Enter");
  await Promise.all([mara, tomas].map((page) => told(page, "Four, by the crane", "one vote")));
  await Promise.all([mara, tomas].map((page) => told(page, "Five", "one vote")));
  // Another answer takes back the one before; the same one again takes it back, and the focus stays.
  await mara.keyboard.press("Shift+Tab");
  await mara.keyboard.press("Enter");
  await told(tomas, "Four, by the crane", "2 votes");
  await told(tomas, "Five", "no votes");
  expect.equal(await option(mara, "Four").getAttribute("aria-pressed"), "true");
  await poll(tomas).getByText("2 people have voted").waitFor();
  expect.equal((await serious(tomas)).join("\n"), "");
  await shoot(tomas, "poll");
  await mara.keyboard.press("Enter");
  await told(tomas, "Four, by the crane", "one vote");

  // To everybody else it is a message, and its votes are reactions.
  const api = await apiOf(server.api, "tomas");
  const team = await api.get("/teams/name/harbour-lights");
  const square = await api.get(`/teams/${team.id}/channels/name/town-square`);
  const { order, posts } = await api.get(`/channels/${square.id}/posts?per_page=1`);
  const { message, metadata } = posts[order[0]];
  const wanted = "**Which berth for the *Aurora*?**\n:one: Four, by the crane\n:two: Five\n:three: Wait outside";
  expect.equal(message, wanted);
  expect.equal(metadata.reactions.map((one) => one.emoji_name).join(), "one");

  // By the command, in quotes; with several answers.
  await field(tomas).fill('/poll "Who brings what?" "Rope" "Lamps"');
  await tomas.keyboard.press("Escape");
  await tomas.keyboard.press("Enter");
  expect.equal(await tomas.getByLabel("Options", { exact: true }).inputValue(), "Rope\nLamps");
  await tomas.getByLabel("Several answers").click();
  await tomas.getByRole("button", { name: "Ask", exact: true }).click();
  await said(tomas, "Who brings what?").locator(".poll").waitFor();
  for (const name of ["Rope", "Lamps"]) await option(tomas, name).click();
  for (const name of ["Rope", "Lamps"]) await told(mara, name, "one vote");
  await poll(mara).getByText("One person has voted").waitFor();

  await mara.emulateMedia({ colorScheme: "dark" });
  await mara.setViewportSize(LOOKS.phone.viewport);
  await poll(mara).waitFor();
  expect.equal([...(await cutOff(mara)), ...(await tooWide(mara))].join("\n"), "");
  await shoot(mara, "poll-phone");
}
