// Files, with two people: chosen, dragged onto the channel and pasted; one taken back, one too large, one given up half
// way, one whose server goes meanwhile; and what the other sees of them: pictures to look through, films and recordings
// to play, others to fetch.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { field, said, visit } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";
import { asFile, png, wav, webm } from "../media.mjs";

const [RED, GREEN, BLUE] = [png([200, 30, 30]), png([30, 160, 30]), png([30, 30, 200])];
const BYTES_MAX = 400_000;
/** So slow that a file of some 300 KB is on its way for a quarter of a minute: a click takes seconds on a busy machine. */
const SLOW = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 20_000 };
const FAST = { ...SLOW, uploadThroughput: -1 };

const chip = (page, name) => page.locator(".shell-center .composer-file", { hasText: name });
const chips = (page) => page.locator(".shell-center .composer-file > span").allTextContents();

export default async function files({ person, base, server }) {
  const admin = await apiOf(server.api, "mara");
  await admin.put("/config/patch", { FileSettings: { MaxFileSize: BYTES_MAX } });
  const [mara, tomas] = await Promise.all([
    person("mara", { permissions: ["clipboard-read", "clipboard-write"] }),
    person("tomas"),
  ]);
  await Promise.all([mara, tomas].map((page) => visit(page, base, "off-topic")));
  const network = await mara.context().newCDPSession(mara);
  await chosen(mara);
  await dragged(mara);
  await pasted(mara);
  await refused(mara);
  await sent(mara, tomas);
  await seen(tomas);
  await givenUp(mara, network);
  await triedAgain(mara, tomas, server, network);
  await played(mara, tomas);
  await named(mara, tomas);
}

/** Several at once by the system's picker; one is taken back before anything is sent. */
async function chosen(mara) {
  const asked = mara.waitForEvent("filechooser");
  await mara.locator(".shell-center").getByRole("button", { name: "Attach files" }).click();
  const chooser = await asked;
  expect.ok(chooser.isMultiple(), "one file at a time");
  await chooser.setFiles([
    asFile("red.png", "image/png", RED),
    asFile("wrong.txt", "text/plain", Buffer.from("not this one")),
    asFile("green.png", "image/png", GREEN),
  ]);
  await expect.soon(() => chips(mara), ["red.png", "wrong.txt", "green.png"]);
  await chip(mara, "wrong.txt").getByRole("button", { name: "Remove wrong.txt" }).click();
  await expect.soon(() => chips(mara), ["red.png", "green.png"]);
}

/** Let go over the messages, not over the field; and elsewhere, where it must not take the place of the chat. */
async function dragged(mara) {
  const folder = mkdtempSync(join(tmpdir(), "muster-drag-"));
  const path = join(folder, "blue.png");
  writeFileSync(path, BLUE);
  const hand = await mara.context().newCDPSession(mara);
  const drag = async (type, target) => {
    const box = await mara.locator(target).boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    await hand.send("Input.dispatchDragEvent", { type, x, y, data });
  };
  const over = () => mara.locator(".shell-center .composer").getAttribute("data-drag");
  try {
    for (const type of ["dragEnter", "dragOver"]) await drag(type, ".posts[data-shown] .posts-scroller");
    await expect.soon(over, "Drop files to attach them");
    await drag("dragOver", ".sidebar-list");
    await expect.soon(over, null);
    await drag("drop", ".sidebar-list");
    for (const type of ["dragEnter", "dragOver", "drop"]) await drag(type, ".posts[data-shown] .posts-scroller");
    await expect.soon(() => chips(mara), ["red.png", "green.png", "blue.png"]);
    await expect.soon(over, null);
    expect.ok(mara.url().endsWith("/off-topic"), "the file took the place of the chat");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function pasted(mara) {
  await mara.evaluate(
    async (bytes) => {
      const blob = new Blob([new Uint8Array(bytes)], { type: "image/png" });
      await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    },
    [...BLUE],
  );
  await field(mara).focus();
  await mara.keyboard.press("Control+V");
  await expect.soon(() => chips(mara), ["red.png", "green.png", "blue.png", "image.png"]);
  await expect.gone(mara.locator(".composer-file progress"));
}

/** What the server would refuse does not go on its way; why is said, and it stands in the way until it is taken out. */
async function refused(mara) {
  const asked = [];
  mara.on("request", (request) => request.url().includes("/api/v4/files?") && asked.push(request.url()));
  const input = mara.locator('.shell-center .composer input[type="file"]');
  await input.setInputFiles(asFile("film.bin", "application/octet-stream", Buffer.alloc(BYTES_MAX + 1)));
  await chip(mara, "film.bin").getByRole("alert").filter({ hasText: "Larger than 391 kB" }).waitFor();
  await field(mara).fill("Four colours");
  await mara.keyboard.press("Enter");
  await mara.locator(".toast").filter({ hasText: "A file was not uploaded" }).waitFor();
  expect.equal(await said(mara, "Four colours").count(), 0);
  await mara.getByRole("button", { name: "Remove film.bin" }).click();
  expect.equal(asked.length, 0);
  // Ten go with one message; of more, the rest is told.
  await input.setInputFiles(Array.from({ length: 8 }, (_, at) => asFile(`${at}.txt`, "text/plain", Buffer.from("x"))));
  await mara.locator(".toast").filter({ hasText: "10 files at most" }).waitFor();
  await expect.soon(async () => (await chips(mara)).length, 10);
  for (let at = 0; at < 6; at += 1) await mara.getByRole("button", { name: `Remove ${at}.txt` }).click();
  await expect.gone(mara.locator(".composer-file progress"));
}

async function sent(mara, tomas) {
  await field(mara).focus();
  await mara.keyboard.press("Enter");
  await said(tomas, "Four colours").waitFor();
  await expect.soon(() => chips(mara), []);
}

/** The pictures are there at their size; one is opened, walked from, fetched, closed; the focus is where it was. */
async function seen(tomas) {
  const post = said(tomas, "Four colours");
  const loaded = () =>
    post.locator(".file-image img").evaluateAll((all) => all.map((one) => one.complete && one.naturalWidth > 0));
  await expect.soon(loaded, [true, true, true, true]);
  const alt = () => post.locator(".file-image img").evaluateAll((all) => all.map((one) => one.alt));
  expect.equal((await alt()).join(), "red.png,green.png,blue.png,image.png");

  await post.getByRole("button", { name: "Open green.png" }).click();
  const viewer = (name) => tomas.getByRole("dialog", { name });
  await viewer("green.png").getByText("2 of 4").waitFor();
  await tomas.keyboard.press("ArrowRight");
  await viewer("blue.png").getByText("3 of 4").waitFor();
  await expect.soon(() => tomas.locator(".viewer img").evaluate((one) => one.complete && one.naturalWidth), 64);
  const taken = tomas.waitForEvent("download");
  await viewer("blue.png").getByRole("button", { name: "Download" }).click();
  const download = await taken;
  expect.equal(download.suggestedFilename(), "blue.png");
  expect.ok(readFileSync(await download.path()).equals(BLUE), "what was fetched is not what was sent");
  for (const name of ["green.png", "red.png", "image.png"]) {
    await tomas.keyboard.press("ArrowLeft");
    await viewer(name).waitFor();
  }
  await tomas.keyboard.press("Escape");
  await expect.gone(tomas.getByRole("dialog"));
  const focused = () => tomas.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.soon(focused, "Open green.png");
}

/** On its way, and then not wanted after all: it goes, and nothing of it is sent. */
async function givenUp(mara, network) {
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", SLOW);
  const input = mara.locator('.shell-center .composer input[type="file"]');
  await input.setInputFiles(asFile("long.bin", "application/octet-stream", Buffer.alloc(300_000, 7)));
  const progress = chip(mara, "long.bin").locator("progress");
  const value = () => progress.evaluate((one) => one.value > 0 && one.value < 1);
  await expect.soon(value, true);
  // Sent now it would go without its file.
  await field(mara).fill("With a long file");
  await mara.keyboard.press("Enter");
  await mara.locator(".toast").filter({ hasText: "Files are still on their way" }).waitFor();
  expect.equal(await said(mara, "With a long file").count(), 0);
  const gone = mara.waitForEvent("requestfailed", (request) => request.url().includes("long.bin"));
  await chip(mara, "long.bin").getByRole("button", { name: "Remove long.bin" }).click();
  await gone;
  await expect.soon(() => chips(mara), []);
  expect.equal(await field(mara).inputValue(), "With a long file");
  await field(mara).fill("");
}

/** The server goes in the middle of it; when it is back, the same file goes without being chosen again. */
async function triedAgain(mara, tomas, server, network) {
  const input = mara.locator('.shell-center .composer input[type="file"]');
  await input.setInputFiles(asFile("brave.bin", "application/octet-stream", Buffer.alloc(300_000, 9)));
  const progress = chip(mara, "brave.bin").locator("progress");
  await expect.soon(() => progress.evaluate((one) => one.value > 0), true);
  await server.stop("SIGKILL");
  await chip(mara, "brave.bin").getByRole("alert").filter({ hasText: "Not uploaded" }).waitFor();
  await network.send("Network.emulateNetworkConditions", FAST);
  await server.start();
  await chip(mara, "brave.bin").getByRole("button", { name: "Upload brave.bin again" }).click();
  await expect.gone(mara.locator(".composer-file progress, .composer-file [role=alert]"));
  await field(mara).fill("Brave after all");
  await mara.keyboard.press("Enter");
  const card = said(tomas, "Brave after all").locator(".file-card");
  await card.getByText("BIN · 293 kB").waitFor();
  const taken = tomas.waitForEvent("download");
  await card.click();
  const bytes = readFileSync(await (await taken).path());
  expect.ok(bytes.equals(Buffer.alloc(300_000, 9)), "what was fetched is not what was sent");
}

/** A film and a recording play where they stand; a text is a card that says what it is. */
async function played(mara, tomas) {
  const film = await webm(mara);
  await mara
    .locator('.shell-center .composer input[type="file"]')
    .setInputFiles([
      asFile("waves.webm", "video/webm", film),
      asFile("horn.wav", "audio/wav", wav()),
      asFile("rota.txt", "text/plain", Buffer.from("mara, tomas")),
    ]);
  await expect.soon(async () => (await chips(mara)).length, 3);
  await expect.gone(mara.locator(".composer-file progress"));
  await field(mara).fill("Seen and heard");
  await mara.keyboard.press("Enter");
  const post = said(tomas, "Seen and heard");
  await expect.soon(() => post.getByLabel("Video waves.webm").evaluate((one) => one.videoWidth), 64);
  const sound = post.getByLabel("Recording horn.wav");
  await expect.soon(() => sound.evaluate((one) => one.duration), 0.5);
  await sound.evaluate((one) => one.play());
  await expect.soon(() => sound.evaluate((one) => one.currentTime > 0), true);
  await post.locator(".file-card", { hasText: "rota.txt" }).getByText("TXT · 11 bytes").waitFor();
  expect.equal(await post.locator(".file-card").count(), 1);
}

/** A name that turns the direction of writing would look like that of a picture. */
async function named(mara, tomas) {
  await mara
    .locator('.shell-center .composer input[type="file"]')
    .setInputFiles(asFile("photo\u202egpj.exe", "application/octet-stream", Buffer.from("MZ")));
  await expect.soon(() => chips(mara), ["photogpj.exe"]);
  await expect.gone(mara.locator(".composer-file progress"));
  await field(mara).fill("Look at this picture");
  await mara.keyboard.press("Enter");
  await said(tomas, "Look at this picture").locator(".file-card strong").waitFor();
  const shown = await said(tomas, "Look at this picture").locator(".file-card strong").textContent();
  expect.equal(shown, "photogpj.exe");
}
