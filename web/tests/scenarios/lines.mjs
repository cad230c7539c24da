// One message in the places where it is shown in one line: the list of threads, titles of attachments, what is read out. Its
// emoji are drawn in all of them, by whatever name of a tone; formulas of several lines are formulas.
import { field, said, visit } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";
import { shoot } from "../shots.mjs";

export default async function lines({ person, base, server }) {
  const mara = await apiOf(server.api, "mara");
  const team = await mara.get("/teams/name/harbour-lights");
  const channel = await mara.get(`/teams/${team.id}/channels/name/off-topic`);
  await mara.put(`/channels/${channel.id}/patch`, { purpose: "All else :coffee:" });
  const tomas = await person("tomas");
  await visit(tomas, base, "off-topic");
  await tomas.locator(".beginning [aria-label=':coffee:']").waitFor();
  await tones(tomas);
  await formulas(tomas);
  await inThreads(mara, channel, tomas, base);
  await inTitles(mara, channel, tomas, base);
}

async function write(page, text) {
  await field(page).fill(text);
  await page.keyboard.press("Enter");
  await expect.gone(page.locator("[data-pending]"));
}

async function tones(tomas) {
  await write(tomas, "Tones :+1_tone3: :wave::skin-tone-6: :thumbsup_dark_skin_tone:");
  const drawn = () => said(tomas, "Tones").last().locator(".post-text .emoji").allTextContents();
  await expect.soon(drawn, ["👍🏽", "👋🏿", "👍🏿"]);
}

async function formulas(tomas) {
  await write(tomas, "The tide:\n$$\nh(t) = \\sum_{i=1}^n a_i\n  \\cos(\\omega_i t)\n$$\nand $$x^2$$ here");
  const post = said(tomas, "The tide").last();
  await post.locator(".text-maths[data-block] math").waitFor();
  expect.equal(await post.locator(".text-maths math").count(), 2);
  await shoot(tomas, "lines-formulas");
}

/** Drawn as they are above, and read out as letters. */
async function inThreads(mara, channel, tomas, base) {
  const message = "**Done** :tada: see [the plan](https://example.test) by @tomas\n\nSecond line";
  const root = await mara.post("/posts", { channel_id: channel.id, message });
  await expect.soon(
    async () =>
      (await tomas.locator(".unseen[role=status]").allTextContents()).join("").includes("Done 🎉 see the plan"),
    true,
  );
  await mara.post("/posts", { channel_id: channel.id, root_id: root.id, message: "@tomas please look" });
  await tomas.goto(`${base}/harbour-lights/threads`);
  const row = tomas.locator(".thread-row", { hasText: "see the plan by @tomas" });
  await row.locator(".emoji").waitFor();
  await row.locator("strong", { hasText: "Done" }).waitFor();
  expect.equal((await row.textContent()).includes("**"), false);
  await shoot(tomas, "lines-threads");
}

async function inTitles(mara, channel, tomas, base) {
  const attachments = [
    { title: "Fog :foggy:", footer: "by the **mast**", fields: [{ title: ":eyes: Sight", value: "40 m" }] },
  ];
  await mara.post("/posts", { channel_id: channel.id, message: "Weather", props: { attachments } });
  await visit(tomas, base, "off-topic");
  const post = said(tomas, "Weather").last();
  await post.locator(".attachment-title .emoji").waitFor();
  await post.locator(".attachment-field .emoji").waitFor();
  await post.locator(".attachment-footer strong").waitFor();
}
