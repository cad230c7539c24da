// What a person does with what others said: finds where reading stopped, marks it unread, keeps it, searches it, looks at
// who said it; a message quoted by its address; threads; commands; what one is up to.
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";

const field = (page) => page.locator(".shell-center .composer textarea").first();
const said = (page, text) => page.locator(".posts[data-shown] .post", { hasText: text });
const row = (page, name) => page.locator(".sidebar-row", { hasText: name });

async function write(page, text) {
  await field(page).fill(text);
  await page.keyboard.press("Enter");
  await expect.gone(page.locator("[data-pending]"));
}

export default async function reading({ person, base, server }) {
  const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
  await Promise.all([mara, tomas].map((page) => page.goto(`${base}/harbour-lights/channels/off-topic`)));
  await Promise.all([mara, tomas].map((page) => field(page).waitFor()));
  await unread(mara, tomas);
  await quoted(mara, tomas, server.api);
  await found(mara, tomas);
  await threads(mara, tomas);
  await people(mara, tomas);
  await commands(mara, tomas);
}

async function unread(mara, tomas) {
  for (const text of ["Fog until ten.", "Fog is gone.", "Sun at last."]) await write(tomas, text);
  await said(mara, "Fog is gone.").focus();
  await mara.keyboard.press("u");
  await row(mara, "Town Square").getByRole("link").click();
  await expect.soon(() => row(mara, "Off-Topic").getAttribute("data-unread"), "");
  await row(mara, "Off-Topic").getByRole("link").click();
  // The line stands right above what was marked.
  const line = mara.locator(".posts[data-shown] .line-new");
  await line.waitFor();
  const tops = async () =>
    Promise.all([said(mara, "Fog until ten."), line, said(mara, "Fog is gone.")].map((one) => one.boundingBox()));
  const [before, at, after] = await tops();
  expect.ok(before.y < at.y && at.y < after.y, "the line is not where reading stopped");
  await expect.soon(() => row(mara, "Off-Topic").getAttribute("data-unread"), null);
}

async function quoted(mara, tomas, site) {
  // A server knows its own addresses by the one it is configured with.
  const api = await apiOf(site, "mara");
  await api.put("/config/patch", { ServiceSettings: { SiteURL: site } });
  const id = (await said(tomas, "Sun at last.").getAttribute("id")).slice("post-".length);
  await row(tomas, "Town Square").getByRole("link").click();
  await write(tomas, `Look: ${site}/harbour-lights/pl/${id}`);
  await row(mara, "Town Square").getByRole("link").click();
  const quote = mara.locator(".posts[data-shown] .quoted", { hasText: "Sun at last." });
  await quote.getByRole("button", { name: "In Off-Topic" }).click();
  await mara.waitForURL(/off-topic/);
  await expect.soon(() => mara.locator(`#post-${id}`).isVisible(), true);
  await api.put("/config/patch", { ServiceSettings: { SiteURL: "" } });
}

async function found(mara, tomas) {
  await write(tomas, "@mara the beacon is green");
  await mara.keyboard.press("Control+Shift+M");
  await mara.locator(".panel .found", { hasText: "the beacon is green" }).waitFor();
  // Filters narrow what words find; what was found is marked.
  const search = async (terms, count) => {
    await mara.keyboard.press("Control+Shift+F");
    await mara.locator(".panel").getByPlaceholder("Search messages and files").fill(terms);
    await mara.keyboard.press("Enter");
    await expect.soon(() => mara.locator(".panel .found", { hasText: "beacon is green" }).count(), count);
  };
  await search("beacon from:tomas in:town-square", 1);
  await expect.soon(() => mara.locator(".panel .found mark", { hasText: "beacon" }).count(), 1);
  await search("beacon from:yuki", 0);
  await mara.locator(".panel").getByText("Nothing found").waitFor();
  await search("beacon -green", 0);
  await mara.keyboard.press("Escape");
}

async function threads(mara, tomas) {
  await row(mara, "Town Square").getByRole("link").click();
  await write(mara, "Who takes the early boat?");
  await said(tomas, "Who takes the early boat?").focus();
  await tomas.keyboard.press("r");
  await tomas.locator(".panel .composer textarea").fill("I do.");
  await tomas.keyboard.press("Enter");
  await expect.soon(() => row(mara, "Threads").getAttribute("data-unread"), "");
  await row(mara, "Threads").getByRole("link").click();
  await mara.locator(".threads-tabs").getByRole("button", { name: "Unread", exact: true }).click();
  await mara.locator(".thread-row", { hasText: "Who takes the early boat?" }).click();
  await mara.locator(".panel .post", { hasText: "I do." }).waitFor();
  await expect.soon(() => row(mara, "Threads").getAttribute("data-unread"), null);
  // Followed no more, it calls no more.
  await mara.locator(".panel").getByRole("button", { name: "Following" }).click();
  await mara.locator(".panel").getByRole("button", { name: "Follow thread" }).waitFor();
  await mara.locator(".panel").getByRole("button", { name: "Close panel" }).click();
  await tomas.locator(".panel .composer textarea").fill("With coffee.");
  await tomas.keyboard.press("Enter");
  await tomas.locator(".panel .post", { hasText: "With coffee." }).waitFor();
  await mara.waitForTimeout(300);
  expect.equal(await row(mara, "Threads").getAttribute("data-unread"), null);
}

async function people(mara, tomas) {
  await mara.locator(".sidebar-me").click();
  await mara.getByRole("menuitem", { name: "Set a custom status" }).click();
  await mara.getByPlaceholder("What are you up to?").fill("On the pier");
  await mara.getByRole("button", { name: "Set status" }).click();
  await expect.soon(() => mara.locator(".sidebar-me-text small").textContent(), "On the pier");
  await mara.locator(".sidebar-me").click();
  await mara.getByRole("menuitemcheckbox", { name: "Do not disturb" }).click();
  await expect.soon(() => mara.locator(".sidebar-me .presence").getAttribute("data-presence"), "dnd");
  await tomas.keyboard.press("Escape");
  await tomas.locator(".posts[data-shown] .post-author", { hasText: "mara" }).last().click();
  const card = tomas.locator(".profile");
  await card.getByText("On the pier").waitFor();
  await card.getByText("Head of operations").waitFor();
  await card.getByRole("button", { name: "Message" }).click();
  await tomas.waitForURL(/messages\/@mara/);
}

async function commands(mara, tomas) {
  await row(mara, "Off-Topic").getByRole("link").click();
  await field(mara).pressSequentially("/shr");
  await mara.locator(".suggestion", { hasText: "shrug" }).waitFor();
  await mara.keyboard.press("Tab");
  await mara.keyboard.type("no idea");
  await mara.keyboard.press("Enter");
  await row(tomas, "Off-Topic").getByRole("link").click();
  await said(tomas, "no idea ¯\\_(ツ)_/¯").waitFor();
  // What nobody understands is told to nobody else.
  await field(mara).fill("/nonsense");
  await mara.keyboard.press("Enter");
  await mara.locator(".toast").filter({ hasText: "nonsense" }).or(said(mara, "nonsense")).first().waitFor();
  expect.equal(await said(tomas, "nonsense").count(), 0);
}
