// A bad network and a server that restarts: what was written is sent in order, once, and nothing said meanwhile is missed.
import { expect } from "../expect.mjs";

const write = async (page, text) => {
  await page.locator(".composer textarea").first().fill(text);
  await page.keyboard.press("Enter");
};
const said = (page, word) =>
  page
    .locator(".posts[data-shown] .post-text")
    .evaluateAll(
      (all, wanted) => all.map((one) => one.textContent.trim()).filter((text) => text.startsWith(wanted)),
      word,
    );

export default async function away({ person, base, server }) {
  const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
  await Promise.all([mara, tomas].map((page) => page.goto(`${base}/harbour-lights/channels/town-square`)));
  await Promise.all([mara, tomas].map((page) => page.locator(".composer textarea").waitFor()));

  await mara.context().setOffline(true);
  for (const word of ["wave one", "wave two", "wave three"]) await write(mara, word);
  await expect.soon(() => mara.locator('[data-pending="waiting"]').count(), 3);
  await write(tomas, "wave from the shore");
  await mara.context().setOffline(false);
  await expect.soon(() => mara.locator('[data-pending="waiting"]').count(), 0);
  const all = ["wave from the shore", "wave one", "wave two", "wave three"];
  await expect.soon(() => said(tomas, "wave"), all);
  await expect.soon(() => said(mara, "wave"), all);

  // The network goes between the server's deed and its answer: the second attempt posts nothing twice.
  await mara.route(
    "**/api/v4/posts",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await write(mara, "cut off in the middle");
  await expect.soon(() => mara.locator('[data-pending="waiting"]').count(), 0);
  for (const page of [mara, tomas]) await expect.soon(() => said(page, "cut"), ["cut off in the middle"]);

  await server.stop();
  await mara.getByText("No connection").waitFor();
  await write(mara, "tide while away");
  await server.start();
  await expect.soon(() => said(tomas, "tide"), ["tide while away"]);
  await write(tomas, "tide again");
  await expect.soon(() => said(mara, "tide"), ["tide while away", "tide again"]);

  // What waits survives a reload.
  await server.stop();
  await write(mara, "tide in the drawer");
  await mara.waitForTimeout(300);
  await server.start();
  await mara.reload();
  await expect.soon(() => said(tomas, "tide"), ["tide while away", "tide again", "tide in the drawer"]);
}
