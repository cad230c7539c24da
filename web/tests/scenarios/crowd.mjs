// More people in a channel, and more channels in a team, than one page of a list has: a page more each time, and a search
// finds who is on none of them yet.
import { visit } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { bringIn } from "../bulk.mjs";
import { expect } from "../expect.mjs";

const PAGE_LEN = 100;
const CROWD = 130;
const named = (kind, at) => `${kind}-${String(at).padStart(3, "0")}`;
const all = Array.from({ length: CROWD }, (_, at) => at);

/** People of the channel, and empty channels of the team. */
function lines(team, channel) {
  const channels = all.map((at) => [
    "channel",
    { team, name: named("pier", at), display_name: `Pier ${at}`, type: "O" },
  ]);
  const people = all.map((at) => [
    "user",
    {
      username: named("guest", at),
      email: `${named("guest", at)}@example.test`,
      teams: [{ name: team, channels: [{ name: channel }] }],
    },
  ]);
  return [...channels, ...people];
}

export default async function crowd({ person, base, server }) {
  const api = await apiOf(server.api, "mara");
  await bringIn(api, "crowd.zip", lines("harbour-lights", "timetable"));
  const page = await person("mara");
  await visit(page, base, "timetable");
  await people(page);
  await channels(page);
}

async function people(page) {
  await page.keyboard.press("Control+Alt+I");
  const panel = page.getByRole("complementary", { name: "Side panel" });
  const members = panel.locator(".member");
  await expect.soon(() => members.count(), PAGE_LEN);
  const before = new Set(await members.locator("small").allTextContents());
  const late = all.find((at) => ![...before].some((text) => text.includes(named("guest", at))));
  await panel.getByRole("searchbox").fill(named("guest", late));
  await expect.soon(() => members.count(), 1);
  await panel.getByRole("searchbox").fill("nobody-of-this-name");
  await panel.getByText("Nothing found").waitFor();
  await panel.getByRole("searchbox").fill("");
  await expect.soon(() => members.count(), PAGE_LEN);
  await panel.getByRole("button", { name: "Show more" }).click();
  // The sample team has six of its own there.
  await expect.soon(() => members.count(), CROWD + 6);
  expect.equal(await panel.getByRole("button", { name: "Show more" }).count(), 0);
  await page.keyboard.press("Escape");
}

async function channels(page) {
  await page.keyboard.press("Control+Shift+O");
  const dialog = page.getByRole("dialog", { name: "Browse channels" });
  const rows = dialog.locator(".browse-row");
  await expect.soon(() => rows.count(), PAGE_LEN);
  const last = `Pier ${CROWD - 1}`;
  await dialog.getByRole("searchbox").fill(last);
  await expect.soon(() => rows.locator("strong").allTextContents(), [last]);
  await dialog.getByRole("searchbox").fill("");
  await expect.soon(() => rows.count(), PAGE_LEN);
  await dialog.getByRole("button", { name: "Show more" }).click();
  await expect.soon(async () => (await rows.count()) > CROWD, true);
  const names = await rows.locator("strong").allTextContents();
  expect.equal(new Set(names).size, names.length);
  expect.equal(names.filter((name) => name.startsWith("Pier ")).length, CROWD);
}
