// GIFs: what is in fashion, a search by keyboard, the picture that others see, and a provider that fails. Browsers ask their
// own server alone.
import { field, visit } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { serious } from "../axe.mjs";
import { cutOff, tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { KEY, startGifs } from "../gifs.mjs";
import { LOOKS, shoot } from "../shots.mjs";

let provider;

export const options = {
  env: {
    MUSTER_EMOJI_GIPHY_KEY: KEY,
    MUSTER_INTEGRATIONS_ALLOWED_INTERNAL_HOSTS: "127.0.0.1",
    MUSTER_LINKS_ENABLE_IMAGE_PROXY: "true",
  },
  async prepare() {
    provider = await startGifs();
    return { MUSTER_EMOJI_GIPHY_ADDRESS: provider.address };
  },
};

const gifs = (page) => page.getByRole("dialog", { name: "GIFs" });
const shown = (page) => gifs(page).getByRole("option");
const marked = (page) => gifs(page).locator('[aria-selected="true"] img').getAttribute("alt");

/** Opens the GIFs beside the emoji, and waits for those in fashion. */
async function open(page) {
  await page.locator(".shell-center .composer-bar").getByRole("button", { name: "Emoji", exact: true }).click();
  await page.getByRole("button", { name: "GIF", exact: true }).click();
  await shown(page).first().waitFor();
}

async function searching(mara) {
  await open(mara);
  expect.equal(await shown(mara).count(), 6);
  expect.equal((await serious(mara)).join("\n"), "");
  await shoot(mara, "gifs-light");
  // The field has the focus, and arrows lead from there.
  expect.equal(await marked(mara), "A lighthouse turns its lamp");
  await mara.keyboard.press("ArrowDown");
  await mara.keyboard.press("ArrowRight");
  expect.equal(await marked(mara), "Somebody ties a knot, and it comes undone");
  await mara.route("**/api/v4/gifs?q=gull", async (route) => {
    // What is shown meanwhile is not for this word.
    await mara.keyboard.press("Enter");
    await route.continue();
  });
  await mara.keyboard.type("gull", { delay: 20 });
  await expect.soon(() => shown(mara).count(), 1);
  expect.equal(provider.asked.join(), ",gull");
  await mara.keyboard.press("Enter");
  await expect.gone(gifs(mara));
  const wanted = `![A gull steals a sandwich](${provider.address}/media/gull/whole.gif) `;
  expect.equal(await field(mara).inputValue(), wanted);
  expect.ok(await field(mara).evaluate((area) => area === document.activeElement), "the field has lost the focus");
  await field(mara).press("Enter");
}

async function failing(mara) {
  await open(mara);
  await mara.keyboard.type("nothing of this kind");
  await gifs(mara).getByText("No GIF for these words").waitFor();
  provider.breakDown(true);
  await mara.keyboard.press("ControlOrMeta+A");
  await mara.keyboard.type("storm");
  await gifs(mara).getByText("GIFs are not available at the moment.").waitFor();
  await shoot(mara, "gifs-away");
  provider.breakDown(false);
  await gifs(mara).getByRole("button", { name: "Try again" }).click();
  await expect.soon(() => shown(mara).count(), 1);
  expect.ok(
    await gifs(mara)
      .getByRole("combobox")
      .evaluate((one) => one === document.activeElement),
    "no focus",
  );
  await mara.keyboard.press("Escape");
  await expect.gone(gifs(mara));
  expect.equal(await field(mara).inputValue(), "");
}

/** Who wants no motion sees pictures at rest, but for the marked one. */
async function resting(mara) {
  await mara.emulateMedia({ reducedMotion: "reduce" });
  await open(mara);
  const names = () =>
    shown(mara)
      .locator("img")
      .evaluateAll((all) => all.map((one) => /(\w+)\.gif/.exec(decodeURIComponent(one.src))?.[1]));
  expect.equal((await names()).join(), "small,still,still,still,still,still");
  await mara.keyboard.press("ArrowRight");
  expect.equal((await names()).join(), "still,small,still,still,still,still");
  await mara.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await shoot(mara, "gifs-dark");
  await gifs(mara).getByRole("button", { name: "Emoji" }).click();
  await mara.getByRole("dialog", { name: "Emoji" }).waitFor();
  await shoot(mara, "gifs-emoji");
  await mara.keyboard.press("Escape");
}

export default async function theGifs({ base, person, server }) {
  const [mara, tomas] = [await person("mara"), await person("tomas", LOOKS.phone)];
  await visit(mara, base, "town-square");
  await visit(tomas, base, "town-square");
  await searching(mara);
  const picture = tomas.locator(".posts[data-shown] .post").last().getByAltText("A gull steals a sandwich");
  await expect.soon(() => picture.evaluate((one) => one.complete && one.naturalWidth), 480);
  await failing(mara);
  await resting(mara);
  await shoot(mara, "gifs-post");

  await open(tomas);
  await expect.soon(
    () =>
      shown(tomas)
        .first()
        .locator("img")
        .evaluate((one) => one.naturalWidth > 0),
    true,
  );
  expect.equal([...(await cutOff(tomas)), ...(await tooWide(tomas))].join("\n"), "");
  await shoot(tomas, "gifs-phone");
  await shown(tomas).nth(2).click();
  expect.ok((await field(tomas).inputValue()).startsWith("![A crane lifts a whole ship]("), "not what was pressed");

  await unfinished(tomas);
  await inArabic(mara, server);
  const strangers = provider.seen.filter(({ by }) => by !== "Muster");
  expect.equal(strangers.length, 0, "a browser asked the provider");
  const config = await (await apiOf(server.api, "mara")).get("/config/client?format=old");
  expect.ok(!JSON.stringify(config).includes(KEY), "the key is told");
  await provider.end();
}

/** Enter that chooses nothing, since nothing was found, sends nothing either. */
async function unfinished(page) {
  await field(page).fill("not finished yet");
  for (const name of ["Emoji", "GIF"]) {
    await page.locator(".shell-center .composer-bar").getByRole("button", { name: "Emoji", exact: true }).click();
    if (name === "GIF") await page.getByRole("button", { name, exact: true }).click();
    const search = page.getByRole("combobox", { name: name === "GIF" ? "Search GIFs" : "Search emoji" });
    await search.fill("zzzzzz");
    await page.getByText(name === "GIF" ? "No GIF for these words" : "No emoji has that name").waitFor();
    await search.press("Enter");
    expect.equal(await field(page).inputValue(), "not finished yet", `Enter among ${name} sends what is written`);
    await page.keyboard.press("Escape");
  }
}

async function inArabic(mara, server) {
  const api = await apiOf(server.api, "mara");
  const { id } = await api.get("/users/me");
  await open(mara);
  await api.put(`/users/${id}/patch`, { locale: "ar" });
  await expect.soon(() => mara.evaluate(() => document.documentElement.dir), "rtl");
  await mara.waitForTimeout(400);
  // Left leads on.
  await mara.keyboard.press("ArrowLeft");
  const second = mara.locator(".gif").nth(1);
  await expect.soon(() => second.getAttribute("aria-selected"), "true");
  expect.equal([...(await cutOff(mara)), ...(await tooWide(mara)), ...(await serious(mara))].join("\n"), "");
  await shoot(mara, "gifs-arabic");
}
