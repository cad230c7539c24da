// What else a day is made of, with two people: reading far up while others write, links to messages, what is kept for
// later and comes at its time, reactions, who is there, who is called and how, commands, a thread that changes, and a
// channel that ends while somebody reads it.
import { field, menuOf, row, said, visit, write } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";

const SPOKEN = 70;
/** The server looks every half minute for what is due. */
const DUE_MS = 60_000;
const DUE_IN_MS = 2_000;

const badge = (page, name) => row(page, name).locator(".count-badge");
const title = (page) => page.locator(".channel-title h1").textContent();

export default async function everyday({ person, base, server }) {
  const [mara, tomas] = await Promise.all([
    person("mara", { permissions: ["notifications", "clipboard-read", "clipboard-write"] }),
    person("tomas"),
  ]);
  const [api, his] = await Promise.all([apiOf(server.api, "mara"), apiOf(server.api, "tomas")]);
  const team = await api.get("/teams/name/harbour-lights");
  const channel = await api.get(`/teams/${team.id}/channels/name/off-topic`);
  const posts = [];
  for (let at = 0; at < SPOKEN; at += 1) {
    posts.push(await his.post("/posts", { channel_id: channel.id, message: `Word ${at}.` }));
  }
  // Elsewhere: who says something in a channel has read it.
  const square = await api.get(`/teams/${team.id}/channels/name/town-square`);
  const due = await later(api, square, posts[0]);
  await Promise.all([mara, tomas].map((page) => visit(page, base, "off-topic")));
  await far(mara, his, channel);
  await linked(mara, tomas, base);
  await kept(mara);
  await reactions(mara, tomas);
  await there(mara, tomas);
  await called(mara, his, channel);
  await commands(mara, tomas);
  await thread(mara, tomas);
  await upTo(mara, tomas);
  await ends(mara, tomas, api, team);
  await arrives(mara, tomas, due);
}

/** Asked for now, comes while the rest is done. */
async function later(api, channel, post) {
  const at = Date.now() + DUE_IN_MS;
  await api.post("/users/me/posts/".concat(post.id, "/reminder"), { target_time: Math.ceil(at / 1_000) });
  await api.post("/posts/schedule", { channel_id: channel.id, message: "Said at its time.", scheduled_at: at });
  return { scheduled: "Said at its time." };
}

/** Who reads far up stays there while others write, is told how much, and goes to it; who writes sees what they wrote. */
async function far(mara, his, channel) {
  await said(mara, `Word ${SPOKEN - 1}.`).waitFor();
  const jump = mara.locator(".posts[data-shown] .posts-jump button");
  expect.equal(await jump.count(), 0);
  const up = async () => {
    await mara.locator(".posts[data-shown] .posts-scroller").hover();
    // What comes above the field while the channel opens holds the list at its end; a person then turns the wheel again.
    await expect.soon(async () => {
      await mara.mouse.wheel(0, -900);
      await mara.waitForTimeout(400);
      return jump.filter({ hasText: "Jump to the latest" }).count();
    }, 1);
  };
  await up();
  // What comes into sight is drawn a moment later.
  const drawn = await mara.waitForFunction(() => {
    const list = document.querySelector(".posts[data-shown] .posts-scroller").getBoundingClientRect();
    return document.elementFromPoint(list.x + list.width / 2, list.y + list.height / 2).closest(".post")?.id;
  });
  const inSight = await drawn.jsonValue();
  const place = () => mara.locator(`#${inSight}`).evaluate((one) => Math.round(one.getBoundingClientRect().y));
  const before = await place();
  for (const word of ["Fog.", "More fog."]) await his.post("/posts", { channel_id: channel.id, message: word });
  await jump.filter({ hasText: "2 new messages" }).waitFor();
  expect.equal(await place(), before);
  await jump.click();
  await expect.soon(() => said(mara, "More fog.").isVisible(), true);
  await expect.gone(jump);
  await expect.soon(() => row(mara, "Off-Topic").getAttribute("data-unread"), null);
  await up();
  await write(mara, "I see nothing.");
  await expect.gone(jump);
  const box = await said(mara, "I see nothing.").boundingBox();
  const end = await mara.locator(".shell-center .composer").boundingBox();
  expect.ok(box && box.y + box.height <= end.y + 1, "what was written is out of sight");
}

/** The link of a message, given to somebody else, leads to it and lights it up; so does one within the same channel. */
async function linked(mara, tomas, base) {
  await said(mara, "I see nothing.").focus();
  await mara.keyboard.press("l");
  const link = () => mara.evaluate(() => navigator.clipboard.readText());
  await expect.soon(async () => /\/harbour-lights\/(pl|channels\/off-topic)\/[a-z0-9]{26}$/.test(await link()), true);
  await visit(tomas, base, "town-square");
  await tomas.goto(await link());
  await tomas.locator(".post[data-lit]", { hasText: "I see nothing." }).waitFor();
  await said(mara, "I see nothing.").focus();
  await mara.keyboard.press("c");
  await expect.soon(link, "I see nothing.");
}

/** Saved in one place, found from another, gone to, and let go. */
async function kept(mara) {
  await menuOf(said(mara, "More fog."), "Save");
  await row(mara, "Timetable").getByRole("link").click();
  await mara.waitForURL(/timetable/);
  await mara.keyboard.press("Control+Shift+L");
  const found = mara.locator(".panel .found", { hasText: "More fog." });
  await found.getByText("Off-Topic").waitFor();
  await found.getByRole("button", { name: "Jump" }).click();
  await mara.waitForURL(/off-topic/);
  await said(mara, "More fog.").waitFor();
  await menuOf(found.locator(".post"), "Remove from saved");
  await mara.keyboard.press("Control+Shift+L");
  await expect.gone(mara.locator(".panel"));
  await mara.keyboard.press("Control+Shift+L");
  await mara.locator(".panel").getByText("Nothing is saved").waitFor();
  await mara.locator(".panel").getByRole("button", { name: "Close panel" }).click();
}

/** One reaction by two people: counted, named, taken back one by one. */
async function reactions(mara, tomas) {
  await said(tomas, "I see nothing.").hover();
  await said(tomas, "I see nothing.")
    .getByRole("button", { name: /^React with/ })
    .first()
    .click();
  const [hers, his] = [mara, tomas].map((page) => said(page, "I see nothing.").locator(".reaction"));
  await hers.click();
  for (const one of [hers, his]) await expect.soon(() => one.locator("span").last().textContent(), "2");
  expect.equal(await hers.getAttribute("aria-pressed"), "true");
  expect.ok(/tomas/.test(await hers.getAttribute("title")), "who reacted is not told");
  await his.click();
  await expect.soon(() => hers.locator("span").last().textContent(), "1");
  expect.equal(await his.getAttribute("aria-pressed"), "false");
  await hers.click();
  for (const one of [hers, his]) await expect.gone(one);
}

/** Whether somebody is there is seen by whoever looks: at a conversation, at a card, and after a while everywhere. */
async function there(mara, tomas) {
  await row(mara, "Timetable").getByRole("link").click();
  await mara.locator(".posts[data-shown] .post-author", { hasText: "tomas" }).last().click();
  await mara.locator('.profile .presence[data-presence="online"]').waitFor();
  await mara.keyboard.press("Escape");
  await row(tomas, "Town Square").getByRole("link").click();
  for (const [chosen, seen] of [
    ["Away", "away"],
    ["Do not disturb", "dnd"],
    ["Offline", "offline"],
    ["Online", "online"],
  ]) {
    await tomas.locator(".sidebar-me").click();
    await tomas.getByRole("menuitemcheckbox", { name: chosen, exact: true }).click();
    await tomas.locator(`.sidebar-me .presence[data-presence="${seen}"]`).waitFor();
    await row(mara, "Off-Topic").getByRole("link").click();
    await mara.waitForURL(/off-topic/);
    await row(mara, "tomas").getByRole("link").click();
    await mara.locator(`.sidebar-row[data-current] .presence[data-presence="${seen}"]`).waitFor();
  }
  // A page that is opened anew does not go by what it knew.
  await tomas.locator(".sidebar-me").click();
  await tomas.getByRole("menuitemcheckbox", { name: "Away", exact: true }).click();
  await row(mara, "Timetable").getByRole("link").click();
  await mara.waitForURL(/timetable/);
  await mara.reload();
  await row(mara, "tomas").locator('.presence[data-presence="away"]').waitFor();
  await tomas.locator(".sidebar-me").click();
  await tomas.getByRole("menuitemcheckbox", { name: "Online", exact: true }).click();
}

/** Called by name: a number at the channel and in the title, and a notification; read, all of it is gone. */
async function called(mara, his, channel) {
  const shown = () =>
    mara.evaluate(async () => {
      const all = await (await navigator.serviceWorker.ready).getNotifications();
      // What was asked to be reminded of may come just now.
      const here = all.filter(({ title }) => title.includes("Off-Topic"));
      return here.map(({ title, body }) => `${title}: ${body}`);
    });
  await expect.soon(() => mara.evaluate(() => navigator.serviceWorker.controller !== null), true);
  await his.post("/posts", { channel_id: channel.id, message: "Nobody in particular." });
  await expect.soon(() => row(mara, "Off-Topic").getAttribute("data-unread"), "");
  expect.equal(await badge(mara, "Off-Topic").count(), 0);
  for (const message of ["@mara the rope!", "@mara quick!"]) {
    await his.post("/posts", { channel_id: channel.id, message });
  }
  await expect.soon(() => badge(mara, "Off-Topic").locator(".unseen").textContent(), "2 mentions");
  await expect.soon(async () => /^\(\d+\)/.test(await mara.title()), true);
  await expect.soon(async () => (await shown()).join(), "tomas · Off-Topic (2): @mara quick!");
  await row(mara, "Off-Topic").getByRole("link").click();
  await said(mara, "@mara quick!").waitFor();
  await expect.gone(badge(mara, "Off-Topic"));
  await expect.soon(shown, []);
}

/** What begins with a slash is done, not said. */
async function commands(mara, tomas) {
  await row(tomas, "Off-Topic").getByRole("link").click();
  const run = async (page, text) => {
    await field(page).fill(text);
    await page.keyboard.press("Enter");
    await expect.soon(() => field(page).inputValue(), "");
  };
  await run(tomas, "/me waves");
  await said(mara, "waves").locator("em").waitFor();
  await run(tomas, "/code a  < b");
  await expect.soon(() => said(mara, "a  < b").locator("pre").textContent(), "a  < b");
  await run(tomas, "/header Tide: **high**");
  await mara.locator(".channel-about strong", { hasText: "high" }).waitFor();
  await run(tomas, "/status :boat: At sea");
  await mara.locator(".posts[data-shown] .post-author", { hasText: "tomas" }).last().click();
  await mara.locator(".profile").getByText("At sea").waitFor();
  await mara.keyboard.press("Escape");
  await run(tomas, "/search Fog");
  await tomas.locator(".panel .found", { hasText: "More fog." }).waitFor();
  await tomas.locator(".panel").getByRole("button", { name: "Close panel" }).click();
  for (const [text, shown] of [
    ["/shortcuts", ".shortcut-list"],
    ["/settings", "dialog [role=tab]"],
  ]) {
    await run(tomas, text);
    await tomas.locator(shown).first().waitFor();
    await tomas.keyboard.press("Escape");
    await expect.gone(tomas.locator("dialog"));
  }
  await field(tomas).fill("/joyn app");
  await tomas.keyboard.press("Enter");
  await tomas.locator(".toast").filter({ hasText: "joyn" }).waitFor();
  expect.equal(await field(tomas).inputValue(), "/joyn app");
  // The space ends the name: while it is being written, Enter takes what is suggested for it.
  await run(tomas, "/join ~app ");
  await tomas.waitForURL(/channels\/app/);
  await run(tomas, "/msg @mara Only for you");
  await expect.soon(() => title(tomas), "mara");
  await expect.soon(() => badge(mara, "tomas").count(), 1);
  await row(mara, "tomas").getByRole("link").click();
  await said(mara, "Only for you").waitFor();
}

/** Replies that are edited and deleted, as the other reads them. */
async function thread(mara, tomas) {
  for (const page of [mara, tomas]) await row(page, "Off-Topic").getByRole("link").click();
  await write(mara, "Who has the rope?");
  const reply = (page, text) => page.locator(".panel .post", { hasText: text });
  await said(tomas, "Who has the rope?").focus();
  await tomas.keyboard.press("r");
  const answer = tomas.locator(".panel .composer textarea");
  for (const text of ["I had it.", "Or not."]) {
    await answer.fill(text);
    await answer.press("Enter");
  }
  await said(mara, "Who has the rope?").getByText("2 replies").click();
  await reply(mara, "Or not.").waitFor();
  await menuOf(reply(tomas, "I had it."), "Edit");
  await tomas.locator(".panel .post-edit textarea").fill("Sven has it.");
  await tomas.keyboard.press("Enter");
  await reply(mara, "Sven has it.").waitFor();
  await menuOf(reply(tomas, "Or not."), "Delete");
  await tomas.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.gone(reply(mara, "Or not."));
  await said(mara, "Who has the rope?").getByText("1 reply").waitFor();
  // Deleted at its beginning, all of it is gone, also for who has it open.
  await menuOf(said(mara, "Who has the rope?"), "Delete");
  await mara.getByRole("dialog").getByText("Its reply will be gone, too.").waitFor();
  await mara.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.gone(reply(tomas, "Sven has it."));
  for (const page of [mara, tomas]) {
    const close = page.locator(".panel").getByRole("button", { name: "Close panel" });
    if ((await close.count()) > 0) await close.click();
  }
}

/** What somebody is up to, until they are not. */
async function upTo(mara, tomas) {
  const open = async () => {
    await tomas.locator(".sidebar-me").click();
    await tomas.getByRole("menuitem", { name: "Set a custom status" }).click();
  };
  await open();
  await tomas.getByRole("button", { name: "Clear status" }).click();
  await expect.soon(() => tomas.locator(".sidebar-me-text small").textContent(), "Online");
  await open();
  await tomas.getByRole("button", { name: /lunch/i }).click();
  await tomas.getByRole("button", { name: "Set status" }).click();
  await expect.soon(async () => /lunch/i.test(await tomas.locator(".sidebar-me-text small").textContent()), true);
  await row(mara, "tomas").getByRole("link").click();
  await mara.locator(".channel-about", { hasText: /lunch/i }).waitFor();
}

/** Read by one when the other ends it: nothing is written there any more, and it can still be read. */
async function ends(mara, tomas, api, team) {
  await api.post("/channels", { team_id: team.id, name: "pier", display_name: "Pier", type: "O" });
  await tomas.keyboard.press("Control+Shift+O");
  await tomas.locator(".browse-row", { hasText: "Pier" }).getByRole("button", { name: "Join" }).click();
  await expect.soon(() => title(tomas), "Pier");
  await write(tomas, "Is anybody here?");
  await row(mara, "Pier").getByRole("link").click();
  await said(mara, "Is anybody here?").waitFor();
  await mara.locator(".channel-head").getByRole("button", { name: "Options of Pier" }).click();
  await mara.getByRole("menuitem", { name: "Archive channel" }).click();
  await mara.getByRole("dialog", { name: "Archive Pier?" }).getByRole("button", { name: "Archive channel" }).click();
  await tomas.getByText("This channel is archived").waitFor();
  expect.equal(await field(tomas).count(), 0);
  await said(tomas, "Is anybody here?").waitFor();
}

/** What was asked for at the beginning has come. */
async function arrives(mara, tomas, due) {
  await row(tomas, "Town Square").getByRole("link").click();
  await said(tomas, due.scheduled).waitFor({ timeout: DUE_MS });
  await row(mara, "system-bot").waitFor({ timeout: DUE_MS });
  await row(mara, "system-bot").getByRole("link").click();
  expect.equal(await row(mara, "system-bot").locator(".presence").count(), 0);
  await said(mara, "here is your reminder").getByRole("button", { name: "Jump" }).click();
  await mara.locator(".post[data-lit]", { hasText: "Word 0." }).waitFor();
}
