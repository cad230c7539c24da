// The ways to screens that are reached from a channel by a key, a menu or a name; each leaves the page as it is pictured.

import { expect } from "./expect.mjs";

const BEGUN = "Who has seen the long ladder?";

export const at = (path) => async (page, base) => {
  await page.goto(`${base}/harbour-lights${path}`);
  await page.locator(".post, .thread-row, .beginning").first().waitFor();
};
export const press = (page, keys) => page.keyboard.press(keys);
export const panel = (page, kind) => page.getByRole("button", { name: kind, exact: true }).first().click();

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
  return {
    drafts: list("drafts"),
    scheduled: list("scheduled_posts"),
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
      await expect.soon(() => drafts.textContent(), "3");
      // What the page before has still to save may come back once.
      await expect.soon(async () => {
        if ((await field.inputValue()) !== "") await field.fill("");
        return drafts.textContent();
      }, "2");
      const post = page.locator(".shell-center .post", { hasText: "The buoy at" }).last();
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
  return {
    options: opened(".channel-head", /Options of/),
    person: async (page, base) => {
      await at("/channels/off-topic")(page, base);
      const opener = page.getByRole("button", { name: "Open sidebar" });
      if (await opener.isVisible()) await opener.click();
      await page.locator(".sidebar-me").click();
      await page.getByRole("menu").waitFor();
    },
    bookmark: async (page, base) => {
      await opened(".bookmarks", "Add a bookmark")(page, base);
      await page.getByRole("menuitem", { name: "Bookmark a link" }).click();
      await page.getByRole("dialog").waitFor();
    },
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
  return {
    saved: menuOf("Saved messages", ".panel .empty, .panel .found"),
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
      await page.locator(".file-image").first().click();
      await page.locator(".viewer img").waitFor();
    },
  };
}

/** What is made anew. */
export function making(inTeam) {
  return {
    create: async (page, base) => {
      await run(page, base, "Create channel");
      await page.getByRole("dialog", { name: "Create channel" }).waitFor();
    },
    "invite-name": async (page, base) => {
      await inTeam("Invite people")(page, base);
      await page.getByRole("tab", { name: "By name" }).click();
      await page.getByPlaceholder("Type a name").waitFor();
    },
    webhook: async (page, base) => {
      await inTeam("Integrations")(page, base);
      await page.getByRole("button", { name: "New incoming webhook" }).click();
      await page.locator(".maker").waitFor();
    },
    "console-user": async (page, base) => {
      await page.goto(`${base}/admin/users`);
      await page.getByRole("button", { name: "New user" }).click();
      await page.getByRole("dialog").waitFor();
    },
  };
}
