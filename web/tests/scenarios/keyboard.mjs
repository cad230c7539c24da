// A day of chat without a mouse: every deed by keys alone, and the focus is never lost.
import { expect } from "../expect.mjs";

/** What has the focus, as one word that says where that is. */
const focused = (page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    if (!one || one === document.body) return "nowhere";
    if (one.matches(".panel .composer textarea")) return "reply field";
    if (one.matches(".composer textarea")) return "message field";
    if (one.matches(".post")) return `post: ${one.querySelector(".post-text")?.textContent.trim() ?? ""}`;
    if (one.closest(".sidebar")) return "sidebar";
    return one.tagName.toLowerCase();
  });

/** Whether a message stands where it can be read: not below what is scrolled into sight, and still in the page. */
const inSight = (one) => {
  const scroller = one.closest(".posts-scroller");
  if (!scroller) return false;
  const [{ top, bottom }, room] = [one, scroller].map((each) => each.getBoundingClientRect());
  return top >= room.top && bottom <= room.bottom;
};

/** The mouse is taken away: what a scenario of keys may use of a page. */
function keysOf(page) {
  return {
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
    type: (text) => page.keyboard.type(text),
    sees: (what) => page.locator(what).first().waitFor(),
    reads: (text) => expect.soon(() => page.locator(".posts-scroller").getByText(text).first().evaluate(inSight), true),
    stands: (where) => expect.soon(() => focused(page), where),
  };
}

/** Holds a request back for a moment. */
const later = async (route) => {
  await new Promise((resolve) => setTimeout(resolve, 500));
  await route.continue();
};

export default async function keyboard({ person, base }) {
  const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
  const square = `${base}/harbour-lights/channels/town-square`;
  await Promise.all([mara.goto(square), tomas.goto(square)]);
  await Promise.all([mara, tomas].map((page) => page.locator(".posts[data-shown] .post").first().waitFor()));
  const { press, type, sees, reads, stands } = keysOf(mara);

  // Written where the focus is from the start, with a name that is offered.
  await stands("message field");
  await type("Morning @tom");
  await sees(".suggestion");
  await press("Enter");
  await type("all set?");
  // The own last post mended while it is still on its way, and back to writing.
  await mara.route("**/api/v4/posts", later, { times: 1 });
  await press("Enter", "ArrowUp");
  await sees(".post-edit textarea");
  await press("End");
  await type(" Tell me.");
  await press("Enter");
  await sees(".post-edited");
  await stands("message field");
  await tomas.locator(".posts[data-shown] .post", { hasText: "all set? Tell me." }).waitFor();

  // Up into the posts; a reaction; a reply in the thread; and back where it was.
  await tomas.locator(".composer textarea").first().fill("Boats are in.");
  await tomas.keyboard.press("Enter");
  await reads("Boats are in.");
  await press("Shift+F6");
  await stands("post: Boats are in.");
  await press("a");
  await sees("[role=gridcell]");
  await type("tada");
  await sees('[role=gridcell][aria-selected="true"][aria-label=":tada:"]');
  await press("Enter");
  await sees(".reaction");
  await stands("post: Boats are in.");
  await press("r");
  await stands("reply field");
  await type("Good, coming down.");
  await press("Enter");
  await tomas.getByText("1 reply").first().waitFor();
  await press("Escape");
  await expect.gone(mara.locator(".panel"));
  await stands("post: Boats are in.");

  // Walked up and down; saved; the message field again by Escape.
  await press("ArrowUp");
  expect.ok((await focused(mara)).startsWith("post: Morning"));
  await press("ArrowDown");
  await stands("post: Boats are in.");
  await press("s");
  await press("Escape");
  await stands("message field");

  // Another channel by name, the next one by arrow, back again; one through the sidebar.
  await press("Control+K");
  await sees(".switcher input:focus");
  await type("timetable");
  await mara.locator(".switcher-row").first().filter({ hasText: "Timetable" }).waitFor();
  await press("Enter");
  await mara.waitForURL(/timetable/);
  await stands("message field");
  // Everything is read, so that the order of the sidebar holds still.
  await press("Shift+Escape");
  await expect.soon(() => mara.locator(".sidebar-heading", { hasText: "Unread" }).count(), 0);
  await press("Alt+ArrowDown");
  await expect.soon(() => /timetable/.test(mara.url()), false);
  await stands("message field");
  await press("Alt+ArrowUp");
  await mara.waitForURL(/timetable/);
  await stands("message field");
  await press("F6");
  await stands("sidebar");
  await press("ArrowDown", "Enter");
  await expect.soon(() => /timetable/.test(mara.url()), false);
  await stands("message field");

  // Search, for one word and then another, and out of it; what is found is marked.
  await press("Control+Shift+F");
  await sees(".panel input:focus");
  for (const word of ["boats", "morning"]) {
    await press("Control+A");
    await type(word);
    await press("Enter");
    await mara
      .locator(".found mark", { hasText: new RegExp(`^${word}$`, "i") })
      .first()
      .waitFor();
  }
  await press("Escape");
  await expect.gone(mara.locator(".panel"));

  // What was saved is there.
  await press("Control+Shift+L");
  await mara.locator(".panel", { hasText: "Boats are in." }).waitFor();
  await press("Escape");

  // Settings: a tab by arrow, closed, and the focus is back.
  await press("Control+Shift+A");
  await sees("dialog [role=tab]");
  await press("ArrowDown");
  await sees('dialog [role=tab][aria-selected="true"]');
  await press("Escape");
  await expect.gone(mara.locator("dialog"));
  expect.ok((await focused(mara)) !== "nowhere", "the focus is lost after the settings");

  // The list of keys, threads, mentions, a direct message.
  await press("Control+/");
  await sees(".shortcut-list");
  await press("Escape");
  await press("Control+U");
  await mara.waitForURL(/threads/);
  await press("Control+Shift+K");
  await sees("dialog input:focus");
  await type("tomas");
  await mara.locator("dialog .member").first().filter({ hasText: "tomas" }).waitFor();
  await press("Enter");
  await sees("dialog .chosen");
  await press("Enter");
  await mara.waitForURL(/messages/);
  await stands("message field");
  await type("By keys alone.");
  await press("Enter");
  await reads("By keys alone.");

  // The own post deleted from where it stands.
  await expect.gone(mara.locator("[data-pending]"));
  await press("Shift+F6");
  await stands("post: By keys alone.");
  await press("Delete");
  await sees("dialog");
  await mara.keyboard.press("Enter");
  await expect.gone(mara.locator(".posts[data-shown] .post", { hasText: "By keys alone." }));
}
