// The files of a message, as somebody else sees them: pictures in even rows, more of them behind the last; players with
// their names inside; cards of one width; a text that unfolds with colours and folds again. In every look, with axe.
import { said } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { serious } from "../axe.mjs";
import { tooWide } from "../cut.mjs";
import { expect } from "../expect.mjs";
import { chequered, wav, webm } from "../media.mjs";
import { LOOKS, shoot } from "../shots.mjs";

const SHAPES = [
  [900, 600],
  [400, 900],
  [1200, 500],
  [600, 600],
  [300, 200],
  [900, 300],
  [500, 700],
];
const COLOURS = [
  [180, 90, 70],
  [80, 130, 90],
  [70, 100, 170],
  [170, 140, 60],
  [120, 80, 150],
  [60, 140, 150],
  [150, 100, 110],
];
const PROGRAM = `// The lamp of the pier.
fn main() {
    let turns: u32 = 12;
    println!("{turns} turns a minute");
}
`;

async function post(api, channel, message, files) {
  const ids = [];
  for (const [name, bytes] of files) {
    const query = new URLSearchParams({ channel_id: channel.id, filename: name });
    ids.push((await api.send(`/files?${query}`, bytes)).file_infos[0].id);
  }
  return (await api.post("/posts", { channel_id: channel.id, message, file_ids: ids })).id;
}

/** Goes to a message by its address: of a long channel only what is near is drawn. */
async function visitPost(page, base, id) {
  await page.goto(`${base}/harbour-lights/pl/${id}`);
  const shown = page.locator(`.posts[data-shown] #post-${id}`);
  await shown.locator(".files").waitFor();
  await expect.soon(
    () => shown.locator("img").evaluateAll((all) => all.every((one) => one.complete && one.naturalWidth > 0)),
    true,
  );
  return shown;
}

const picture = (at) => [`view ${at + 1}.png`, chequered(COLOURS[at], ...SHAPES[at])];
const pictures = (count) => Array.from({ length: count }, (_, at) => picture(at));

export default async function gallery({ person, base, server }) {
  const mara = await apiOf(server.api, "mara");
  const team = await mara.get("/teams/name/harbour-lights");
  const channel = await mara.get(`/teams/${team.id}/channels/name/off-topic`);
  const tomas = await person("tomas", { bypassCSP: true });
  const film = await webm(tomas);
  const ids = {};
  for (const count of [1, 2, 3, 4, 7]) ids[count] = await post(mara, channel, `Views: ${count}`, pictures(count));
  ids.all = await post(mara, channel, "Everything else", [
    ["lamp.rs", Buffer.from(PROGRAM)],
    ["tide.webm", film],
    ["a very long name of a plan of the whole harbour.pdf", Buffer.from("%PDF-1.4")],
    ["horn.wav", wav()],
    ["boats.zip", Buffer.from("PK")],
  ]);
  await rows(tomas, base, ids);
  const shown = await visitPost(tomas, base, ids.all);
  await cards(shown);
  await unfolds(shown);
  await looks(person, base, ids);
}

const boxes = (of) =>
  of.evaluateAll((all) => all.map((one) => [one.offsetWidth, one.offsetHeight, one.getBoundingClientRect().top]));

async function rows(tomas, base, ids) {
  for (const [count, lengths] of [
    [2, [2]],
    [3, [3]],
    [4, [2, 2]],
    [7, [2, 3]],
  ]) {
    const shown = await visitPost(tomas, base, ids[count]);
    const found = await boxes(shown.locator(".file-image"));
    const tops = [...new Set(found.map(([, , top]) => Math.round(top)))];
    const inRow = (top) => found.filter(([, , other]) => Math.round(other) === top);
    expect.equal(tops.map((top) => inRow(top).length).join(), lengths.join());
    // In a row all are equally tall, and all rows end at the same edge.
    for (const top of tops) expect.equal(new Set(inRow(top).map(([, height]) => height)).size, 1);
  }
  const last = said(tomas, "Views: 7").getByRole("button", { name: "Open view 5.png, and 2 more" });
  expect.equal(await last.textContent(), "+2");
  await last.click();
  await tomas.getByRole("dialog", { name: "view 5.png" }).getByText("5 of 7").waitFor();
  await tomas.keyboard.press("Escape");
}

async function cards(shown) {
  const found = await boxes(shown.locator(".file-card:not([data-pdf])"));
  expect.equal(found.length, 2);
  expect.equal(new Set(found.map(([width, height]) => `${width}/${height}`)).size, 1);
  // A document is as wide, and higher by its page; it stands in a row of its own.
  const [[width, height]] = await boxes(shown.locator(".file-card[data-pdf]"));
  expect.ok(width === found[0][0] && height > found[0][1], `the document is ${width} by ${height}`);
  await shown.locator(".file-played[data-medium=video]").getByText("tide.webm").waitFor();
  await shown.locator(".file-played[data-medium=audio]").getByText("horn.wav").waitFor();
}

async function unfolds(shown) {
  const card = shown.locator(".file-card", { hasText: "lamp.rs" });
  await card.getByRole("button", { name: "Show lamp.rs" }).press("Enter");
  await card.getByText("turns a minute").waitFor();
  await expect.soon(() => card.locator("[data-code=keyword]").allTextContents(), ["fn", "let"]);
  await shoot(shown.page(), "gallery-unfolded");
  await card.getByRole("button", { name: "Hide lamp.rs" }).press("Enter");
  await expect.gone(card.locator(".text-code"));
}

async function looks(person, base, ids) {
  for (const [look, context] of Object.entries(LOOKS)) {
    const page = await person("yuki", { ...context, bypassCSP: true });
    for (const [name, id] of Object.entries(ids)) {
      await visitPost(page, base, id);
      await shoot(page, `gallery-${look}-${name}`);
    }
    expect.equal((await serious(page)).join("\n"), "");
    expect.equal((await tooWide(page)).join(), "");
    await page.context().close();
  }
}
