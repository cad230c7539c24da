// Two people at once: written, seen, answered, reacted to, edited, deleted; each sees what the other does, live.
import { expect } from "../expect.mjs";

const write = async (page, text) => {
  await page.locator(".composer textarea").first().fill(text);
  await page.keyboard.press("Enter");
};
/** A list that scrolls hides the tools; a person then points again, and so does this. */
const tool = async (post, name) => {
  for (let tried = 1; ; tried += 1) {
    try {
      await post.page().mouse.move(1, 1);
      await post.hover();
      await post.getByRole("button", { name }).click({ timeout: 1_500 });
      return;
    } catch (problem) {
      if (tried === 4) throw problem;
    }
  }
};

export default async function talk({ person, base }) {
  const [mara, tomas] = await Promise.all([person("mara"), person("tomas")]);
  await Promise.all([mara, tomas].map((page) => page.goto(`${base}/harbour-lights/channels/town-square`)));
  await Promise.all([mara, tomas].map((page) => page.locator(".composer textarea").waitFor()));

  await write(mara, "The **lamp** is lit.");
  const seen = tomas.locator(".posts[data-shown] .post", { hasText: "The lamp is lit." });
  await seen.waitFor();
  expect.equal(await seen.locator("strong", { hasText: "lamp" }).count(), 1);

  await tomas.locator(".composer textarea").first().pressSequentially("On my w");
  await mara.getByText("tomas is typing").waitFor();
  await tomas.locator(".composer textarea").first().fill("");

  await seen.hover();
  await seen.locator(".post-tools .icon-button").first().click();
  const own = mara.locator(".posts[data-shown] .post", { hasText: "The lamp is lit." });
  await own.locator(".reaction").waitFor();
  await seen.locator(".reaction").waitFor();

  await tool(seen, "Reply");
  await tomas.locator(".panel .composer textarea").fill("I can see it from here.");
  await tomas.keyboard.press("Enter");
  await own.getByText("1 reply").click();
  await mara.locator(".panel .post", { hasText: "I can see it from here." }).waitFor();
  await mara.keyboard.press("Escape");

  await mara.locator(".composer textarea").first().focus();
  await mara.keyboard.press("ArrowUp");
  await mara.locator(".post-edit textarea").fill("The lamp is out.");
  await mara.keyboard.press("Enter");
  await tomas.locator(".posts[data-shown] .post", { hasText: "The lamp is out." }).waitFor();
  await tomas.locator(".posts[data-shown] .post-edited").first().waitFor();

  const edited = mara.locator(".posts[data-shown] .post", { hasText: "The lamp is out." });
  await tool(edited, "More actions");
  await mara.getByRole("menuitem", { name: "Delete" }).click();
  await mara.getByRole("button", { name: "Delete" }).click();
  await expect.gone(tomas.locator(".posts[data-shown] .post", { hasText: "The lamp is out." }));

  // What events made of the state is what a fresh load gives.
  const fresh = await person("mara");
  for (const place of ["timetable", "town-square"]) {
    const address = `${base}/harbour-lights/channels/${place}`;
    await Promise.all([fresh, mara].map((page) => page.goto(address)));
    await Promise.all([fresh, mara].map((page) => page.locator(".posts[data-shown] .post").first().waitFor()));
    // Both settle: the sidebar of a fresh load comes after its posts.
    await expect.soon(async () => JSON.stringify(await shown(mara)) === JSON.stringify(await shown(fresh)), true);
  }
}

const shown = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".post-text, .reaction, .replies strong, .sidebar-row")]
      .filter((one) => one.checkVisibility())
      .map((one) => one.textContent),
  );
