// What a new server offers: to its administrator a checklist, which leads to each thing, creates channels and ticks what is
// done; to who joins a tour of five steps. Both are in nobody's way, go for good, and come again when asked for.
import { apiOf } from "../api.mjs";
import { serious } from "../axe.mjs";
import { tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { LOOKS, shoot } from "../shots.mjs";
import { SAMPLE_PASSWORD } from "../world.mjs";

export const options = { sample: false };

/** One for each look. */
const NEWCOMERS = ["bert", "cleo", "dora", "emil"];
const STEPS = ["Channels are here", "Everything is found here", "Answers stay together", "Write here", "This is you"];

export default async function firstVisit({ open, person, base, server }) {
  const ann = await open();
  await firstTeam(ann, base);
  await checklist(ann);
  await led(ann);
  const api = await apiOf(server.api, "ann");
  const team = await api.get("/teams/name/night-shift");
  for (const name of NEWCOMERS) {
    const user = await api.post("/users", { username: name, email: `${name}@example.com`, password: SAMPLE_PASSWORD });
    await api.post(`/teams/${team.id}/members`, { team_id: team.id, user_id: user.id });
  }
  await traces(ann);
  await toured(await person("bert"));
  for (const [at, [look, context]] of Object.entries(LOOKS).entries()) await seen(person, look, context, NEWCOMERS[at]);
  await dismissed(ann);
}

async function firstTeam(ann, base) {
  await ann.goto(base);
  await ann.getByLabel("Email").fill("ann@example.com");
  await ann.getByLabel("User name").fill("ann");
  await ann.getByLabel("Password", { exact: true }).fill(SAMPLE_PASSWORD);
  await ann.getByRole("button", { name: "Create account" }).click();
  await ann.getByLabel("Team name").fill("Night Shift");
  await ann.getByRole("button", { name: "Create a team" }).click();
  await ann.getByRole("textbox", { name: "Write to Town Square" }).waitFor();
}

const lines = (page) => page.locator(".start-list > li");
const done = (page) => page.locator(".start-list > li[data-done] strong").allTextContents();

async function checklist(ann) {
  // It asks for nothing: the field has the focus.
  await ann.locator(".start-row").waitFor();
  expect.equal(await ann.evaluate(() => document.activeElement?.tagName), "TEXTAREA");
  await ann.getByRole("button", { name: "Set up this server" }).click();
  await expect.soon(() => lines(ann).count(), 8);
  await expect.soon(() => done(ann), []);
  await ann.getByRole("button", { name: "A team", exact: true }).click();
  await ann.getByText("Creates Announcements, Help, and Ideas.").waitFor();
  await shoot(ann, "first-visit-templates");
  await ann.getByRole("button", { name: "Create 3 channels" }).click();
  await ann.locator(".sidebar-row", { hasText: "Announcements" }).waitFor();
  await expect.soon(() => done(ann), ["Channels to begin with"]);
  await ann.getByRole("checkbox", { name: "History from elsewhere: done" }).check();
  await ann.getByText("2 of 8 done").waitFor();
  await ann.getByRole("checkbox", { name: "History from elsewhere: done" }).uncheck();
  await ann.getByText("1 of 8 done").waitFor();
}

/** To where it is done. */
async function led(ann) {
  await lines(ann).filter({ hasText: "Invite people" }).getByRole("button", { name: "Open" }).click();
  await ann.getByRole("dialog", { name: "Invite to Night Shift" }).waitFor();
  await ann.keyboard.press("Escape");
  await ann.getByRole("button", { name: "Set up this server" }).click();
  await lines(ann).filter({ hasText: "by mail" }).last().getByRole("button", { name: "Open" }).click();
  await ann.waitForURL(/admin\/settings\/EmailSettings/);
  await ann.getByText("Send notifications by email").first().waitFor();
  await ann.goBack();
  await ann.locator(".start-row").waitFor();
}

async function traces(ann) {
  await ann.getByRole("button", { name: "Set up this server" }).click();
  await expect.soon(() => done(ann), ["Invite people", "Channels to begin with"]);
  await ann.keyboard.press("Escape");
}

const title = (page) => page.locator(".tour h2").textContent();

async function toured(bert) {
  await bert.getByRole("button", { name: "Show me around" }).click();
  for (const [at, step] of STEPS.entries()) {
    await expect.soon(() => title(bert), step);
    await bert.getByText(`Step ${at + 1} of 5`).waitFor();
    const outside = await bert.locator(".tour").evaluate((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    });
    expect.equal(outside, false);
    await shoot(bert, `first-visit-step-${at + 1}`);
    await bert.keyboard.press("Enter");
  }
  await expect.gone(bert.locator(".tour"));
  await expect.gone(bert.locator(".start-row"));
  await bert.reload();
  await bert.locator(".composer textarea").waitFor();
  // Asked for it comes again.
  await bert.keyboard.press("Control+k");
  await bert.getByRole("combobox").fill(">Show me around");
  await bert.keyboard.press("Enter");
  await bert.locator(".tour").waitFor();
  expect.equal(await bert.locator(".start-row").count(), 0);
  await bert.keyboard.press("Escape");
  await expect.gone(bert.locator(".tour"));
  await bert.context().close();
}

async function seen(person, look, context, name) {
  const page = await person(name, { ...context, bypassCSP: true });
  if (look === "phone") await page.getByRole("button", { name: "Open sidebar" }).click();
  if (name !== "bert") {
    await page.getByRole("button", { name: "Show me around" }).click();
    await page.locator(".tour").waitFor();
    await shoot(page, `first-visit-tour-${look}`);
    expect.equal((await serious(page)).join("\n"), "");
    await page.keyboard.press("Escape");
  }
  await page.context().close();
  const ann = await person("ann", { ...context, bypassCSP: true });
  if (look === "phone") await ann.getByRole("button", { name: "Open sidebar" }).click();
  await ann.getByRole("button", { name: "Set up this server" }).click();
  await expect.soon(async () => (await done(ann)).length, 2);
  await shoot(ann, `first-visit-${look}`);
  expect.equal((await serious(ann)).join("\n"), "");
  expect.equal((await tooWide(ann)).join(), "");
  await ann.context().close();
}

async function dismissed(ann) {
  await ann.locator(".start-row").getByRole("button", { name: "Do not show this again" }).click();
  await expect.gone(ann.locator(".start-row"));
  await ann.reload();
  await ann.locator(".composer textarea").waitFor();
  await ann.locator(".sidebar-me").waitFor();
  expect.equal(await ann.locator(".start-row").count(), 0);
}
