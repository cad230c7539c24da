// What people do less often than write, and still without a mouse: following, pinning and marking a message, who wrote it,
// being reminded of it, and the list of threads.
import { said } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";
import { handsOf } from "../hands.mjs";

export default async function keys({ person, base, server }) {
  const [api, tomas] = await Promise.all(["mara", "tomas"].map((name) => apiOf(server.api, name)));
  const team = await api.get("/teams/name/harbour-lights");
  const square = await api.get(`/teams/${team.id}/channels/name/town-square`);
  const root = await tomas.post("/posts", { channel_id: square.id, message: "Who has the long ladder?" });
  await tomas.post("/posts", { channel_id: square.id, root_id: root.id, message: "Nobody, it seems." });

  const mara = await person("mara");
  await mara.goto(`${base}/harbour-lights/channels/town-square`);
  await said(mara, "long ladder").waitFor();
  const hands = handsOf(mara);
  await onAPost(hands, api, team, root);
  await inThreads(hands);
}

async function onAPost({ page, press, sees, gone, tabTo }, api, team, root) {
  const follows = () =>
    api.get(`/users/me/teams/${team.id}/threads/${root.id}`).then(
      () => true,
      () => false,
    );
  const ladder = said(page, "long ladder");
  await press("Shift+F6");
  await expect.soon(async () => {
    if (!(await ladder.evaluate((post) => post === document.activeElement))) await press("ArrowUp");
    return ladder.evaluate((post) => post === document.activeElement);
  }, true);
  expect.equal(await follows(), false);
  await press("f");
  await expect.soon(follows, true);
  await press("p");
  await sees(".post[data-pinned]");
  await press("u");
  await expect.soon(() => page.locator(".sidebar-row[data-unread]", { hasText: "Town Square" }).count(), 1);
  await press("Shift+Escape");
  await expect.soon(() => page.locator(".sidebar-row[data-unread]", { hasText: "Town Square" }).count(), 0);
  await tabTo(".post-author");
  await press("Enter");
  await sees(".profile");
  await press("Escape");
  await gone(".profile");
  await tabTo("[aria-haspopup=menu]");
  await press("Enter");
}

async function inThreads({ page, press, sees, gone, stands, roundTo, choose }) {
  await choose("Remind me…");
  await sees("dialog .when-presets button:focus");
  await press("Enter");
  await page.getByText("You will be reminded on").waitFor();
  await press("Control+U");
  await page.waitForURL(/threads/);
  await sees(".thread-row");
  await roundTo(".thread-row");
  await press("Enter");
  await sees(".panel .post");
  await stands(".panel .composer textarea");
  await press("Escape");
  await gone(".panel");
  await stands(".thread-row");
}
