// The ways to screens that are reached from a channel by a key, a menu or a name; each leaves the page as it is pictured.

import { expect } from "./expect.mjs";

const BEGUN = "Who has seen the long ladder?";

export const at = (path) => async (page, base) => {
  // What is on the disk is shown before it is known what one may do, and menus offer only what one may.
  const rights = page.waitForResponse((answer) => answer.url().endsWith("/roles/names"));
  await Promise.all([rights, page.goto(`${base}/harbour-lights${path}`)]);
  await page.locator(".posts[data-shown] .post, .thread-row, .posts[data-shown] .beginning").first().waitFor();
};
export const press = (page, keys) => page.keyboard.press(keys);
export const panel = (page, kind) => page.getByRole("button", { name: kind, exact: true }).first().click();

/** On a phone the sidebar is behind the channel. */
export async function showSidebar(page) {
  const opener = page.getByRole("button", { name: "Open sidebar" });
  if (await opener.isVisible()) await opener.click();
}

/** By its name in the switcher, as on a phone not every button is there. */
export async function run(page, base, name) {
  await at("/channels/timetable")(page, base);
  await press(page, "Control+K");
  await page.getByRole("combobox").fill(`>${name.toLowerCase()}`);
  await press(page, "Enter");
}

/** What the person's own menu leads to. */
export function menuOf(name, shown) {
  return async (page, base) => {
    await run(page, base, name);
    await page.locator(shown).first().waitFor();
  };
}

/** What is planned, and what is about to be sent. */
export function planning() {
  const list = (path) => async (page, base) => {
    await page.goto(`${base}/harbour-lights/${path}`);
    await page.locator(".plan-card").first().waitFor();
  };
  const composing = (keys) => async (page, base) => {
    await at("/channels/off-topic")(page, base);
    await page.locator(".composer textarea").fill(BEGUN);
    await press(page, keys);
    await page.getByRole("dialog").waitFor();
  };
  /** What the menu of the first card leads to. */
  const ofCard = (path, item) => async (page, base) => {
    await list(path)(page, base);
    await page.locator(".plan-card").first().getByRole("button", { name: "Actions of this draft" }).click();
    await page.locator(`[role=menu] [data-label="${item}"]`).click();
    await page.getByRole("dialog").waitFor();
  };
  return {
    drafts: list("drafts"),
    "draft-delete": ofCard("drafts", "Delete draft"),
    scheduled: list("scheduled_posts"),
    "scheduled-edit": async (page, base) => {
      await list("scheduled_posts")(page, base);
      await page.locator(".plan-card").first().getByRole("button", { name: "Edit" }).click();
      await page.getByRole("dialog").waitFor();
    },
    "scheduled-time": ofCard("scheduled_posts", "Reschedule"),
    "scheduled-delete": ofCard("scheduled_posts", "Delete scheduled message"),
    // All in one channel: what is left in its field is taken out again by the last of them.
    suggestions: async (page, base) => {
      await at("/channels/off-topic")(page, base);
      await page.locator(".composer textarea").fill("");
      await page.locator(".composer textarea").pressSequentially("Ask @");
      await page.locator(".suggestion").nth(1).waitFor();
    },
    later: composing("Control+Shift+Enter"),
    priority: composing("Control+Alt+P"),
    toast: async (page, base) => {
      await at("/channels/off-topic")(page, base);
      const field = page.locator(".composer textarea");
      const drafts = page.locator(".sidebar-row", { hasText: "Drafts" }).locator(".sidebar-count");
      await field.fill(BEGUN);
      // Visits before may have left one of another channel.
      let begun = 0;
      await expect.soon(async () => {
        begun = Number(await drafts.textContent());
        return begun > 2;
      }, true);
      // What the page before has still to save may come back once.
      await expect.soon(async () => {
        if ((await field.inputValue()) !== "") await field.fill("");
        return Number(await drafts.textContent()) < begun;
      }, true);
      const post = page.locator(".posts[data-shown] .post", { hasText: "The buoy at" }).last();
      await post.focus();
      await post.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Remind me…" }).click();
      await page.getByRole("button", { name: "In 1 hour" }).click();
      await page.getByText("You will be reminded on").waitFor();
    },
  };
}

/** What opens where it is pressed, and what the window says of itself. */
export function menus() {
  const opened = (place, button) => async (page, base) => {
    await at("/channels/off-topic")(page, base);
    await page.locator(place).getByRole("button", { name: button }).first().click();
    await page.locator(".popover").waitFor();
  };
  const bookmarking = (button, item) => async (page, base) => {
    await opened(".bookmarks", button)(page, base);
    await page.locator(`[role=menu] [data-label="${item}"]`).click();
    await page.getByRole("dialog").waitFor();
  };
  const inSidebar = (button) => async (page, base) => {
    await at("/channels/off-topic")(page, base);
    await showSidebar(page);
    await button(page).click();
    await page.getByRole("menu").waitFor();
  };
  const categorised = (item) => async (page, base) => {
    await inSidebar(() => page.getByRole("button", { name: "Options of Repairs" }))(page, base);
    await page.locator(`[role=menu] [data-label="${item}"]`).click();
    await page.getByRole("dialog").waitFor();
  };
  return {
    options: opened(".channel-head", /Options of/),
    person: inSidebar((page) => page.locator(".sidebar-me")),
    bookmark: bookmarking("Add a bookmark", "Bookmark a link"),
    "bookmark-file": bookmarking("Add a bookmark", "Bookmark a file"),
    "bookmark-edit": bookmarking("Options of Tide table", "Edit"),
    "bookmark-menu": opened(".bookmarks", "Options of Tide table"),
    "bookmark-delete": bookmarking("Options of Tide table", "Delete"),
    add: inSidebar((page) => page.getByRole("button", { name: "Add channels and messages" })),
    "category-menu": inSidebar((page) => page.getByRole("button", { name: "Options of Repairs" })),
    "category-rename": categorised("Rename category"),
    "category-delete": categorised("Delete category"),
    away: async (page, base) => {
      await at("/channels/off-topic")(page, base);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await page.context().setOffline(true);
      // An open socket would go on.
      await page.reload();
      await page.getByText("No connection").waitFor();
    },
  };
}

/** Lists beside the channel, those with nothing in them, too. */
export function lists() {
  const searched = (page) => page.getByPlaceholder("Search messages and files");
  const beside = (item, channel, shown) => async (page, base) => {
    await at(`/channels/${channel}`)(page, base);
    const tools = page.locator(".channel-tools");
    await tools.getByRole("button", { name: /Options of/ }).click();
    await page.locator(`[role=menu] [data-label="${item}"]`).click();
    await page.locator(shown).first().waitFor();
  };
  return {
    saved: menuOf("Saved messages", ".panel .empty, .panel .found"),
    pinned: beside("Pinned messages", "timetable", ".panel .found"),
    "nothing-pinned": beside("Pinned messages", "app", ".panel .empty"),
    "channel-files": beside("Files", "timetable", ".panel .file-card"),
    hints: async (page, base) => {
      await at("/channels/timetable")(page, base);
      await panel(page, "Search messages");
      await page.locator(".search-hints").waitFor();
    },
    files: async (page, base) => {
      await at("/channels/timetable")(page, base);
      await panel(page, "Search messages");
      await searched(page).fill("timetable");
      await press(page, "Enter");
      await page.getByRole("button", { name: "Files", exact: true }).click();
      await page.locator(".panel .file-card").first().waitFor();
    },
    nothing: async (page, base) => {
      await at("/channels/timetable")(page, base);
      await panel(page, "Search messages");
      await searched(page).fill("submarine");
      await press(page, "Enter");
      await page.locator(".panel .empty").waitFor();
    },
    viewer: async (page, base) => {
      await at("/channels/town-square")(page, base);
      await page.locator(".posts[data-shown] .file-image").first().click();
      await page.locator(".viewer img").waitFor();
    },
  };
}
