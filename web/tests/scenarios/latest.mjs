// Whoever is at the end of a channel stays there, however tall what arrives turns out to be and however tall the window is;
// whoever has scrolled back stays there, and is told.
import { said, visit } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";

const HEIGHTS_PX = [520, 600, 680, 740, 860];
const TEXTS = [
  (at) => `The *Aurora* comes in at ${at}.`,
  (at) => `Fog until ${at}.\nThen sun.\nThen fog.\n\n> As always\n\n1. Lamps\n2. Horns`,
  (at) => `\`\`\`\nberth ${at}\nfree\nuntil\nnoon\n\`\`\``,
];

const jump = (page) => page.locator(".posts[data-shown] .posts-jump");
/** How far what was said last ends below what is seen of the list. */
const hidden = (page) =>
  page.locator(".posts[data-shown]").evaluate((posts) => {
    const last = [...posts.querySelectorAll(".post")].at(-1).getBoundingClientRect();
    return Math.max(0, Math.round(last.bottom - posts.querySelector(".posts-scroller").getBoundingClientRect().bottom));
  });

export default async function latest({ base, person, server }) {
  const tomas = await apiOf(server.api, "tomas");
  const [team] = await tomas.get("/users/me/teams");
  const square = await tomas.get(`/teams/${team.id}/channels/name/town-square`);
  const page = await person("mara", { viewport: { width: 1120, height: HEIGHTS_PX[0] }, reducedMotion: "reduce" });
  const found = [];
  for (const height of HEIGHTS_PX) {
    await page.setViewportSize({ width: 1120, height });
    await visit(page, base, "town-square");
    await page.waitForTimeout(300);
    for (const [at, textOf] of TEXTS.entries()) {
      const message = textOf(`${height}-${at}`);
      await tomas.post("/posts", { channel_id: square.id, message });
      await said(page, `${height}-${at}`).waitFor();
      await page.waitForTimeout(400);
      if ((await hidden(page)) > 0) found.push(`${height} px, text ${at}: ${await hidden(page)} px are not seen`);
      if ((await jump(page).count()) > 0) found.push(`${height} px, text ${at}: it is taken for scrolled back`);
    }
  }
  expect.equal(found.join("\n"), "");
  await page.locator(".posts[data-shown] .posts-scroller").hover();
  await page.mouse.wheel(0, -500);
  await jump(page).waitFor();
  await tomas.post("/posts", { channel_id: square.id, message: "Who is at the oars?" });
  await jump(page).getByText("1 new message").waitFor();
  await jump(page).getByRole("button").click();
  await expect.gone(jump(page));
  expect.equal(await hidden(page), 0);
}
