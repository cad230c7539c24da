// What everyday tasks need in clicks and keys, as the table in the README says: letters of a name or a message are not
// counted, a key with others held down is one, and pointing at something is none.
import { readFileSync } from "node:fs";
import { field, row, said, visit, write } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";

const README = new URL("../../README.md", import.meta.url);

/** Our column of the table, by task. */
function wanted() {
  const rows = readFileSync(README, "utf8").matchAll(/^\| ([^|]+?) +\| +(\d+) +\|(?: +[\d–]+ +\|){4}$/gm);
  return new Map([...rows].map(([, task, count]) => [task, Number(count)]));
}

/** Counts what is pressed on the page; what is typed as text is not. */
async function counterOf(page) {
  let count = 0;
  await page.exposeFunction("pressed", () => {
    count += 1;
  });
  const listen = () => {
    const modifiers = ["Control", "Shift", "Alt", "Meta"];
    const on = (event) => {
      const isLetter = event.key?.length === 1 && !event.ctrlKey && !event.altKey;
      if (!event.isTrusted || event.repeat || modifiers.includes(event.key) || isLetter) return;
      window.pressed();
    };
    for (const name of ["keydown", "mousedown"]) window.addEventListener(name, on, true);
  };
  await page.evaluate(listen);
  return {
    async of(deed) {
      count = 0;
      await deed();
      await page.waitForTimeout(50);
      return count;
    },
  };
}

export default async function tasks({ person, base, server }) {
  const [page, his] = [await person("mara"), await apiOf(server.api, "tomas")];
  await visit(page, base, "town-square");
  await write(page, "The last thing I said");
  const [clicks, keys] = [page, page.keyboard];
  const counter = await counterOf(page);
  const found = new Map();
  const count = async (task, deed) => found.set(task, await counter.of(deed));
  const lucia = said(page, "Expense reports").first();
  const more = async (post) => {
    await post.hover();
    await post.getByRole("button", { name: "More actions" }).click();
  };
  const item = (name) => clicks.getByRole("menuitem", { name }).click();

  await count("edit your last message", async () => {
    await keys.press("ArrowUp");
    await page.locator(".posts[data-shown] .edit textarea, .posts[data-shown] textarea").first().waitFor();
    await keys.type(", mended");
    await keys.press("Enter");
    await said(page, "mended").waitFor();
  });
  await field(page).focus();
  await count("send a message tomorrow at nine", async () => {
    await keys.type("Good morning");
    await clicks.getByRole("button", { name: "Send later" }).first().click();
    await item(/^Tomorrow/);
    await page.getByText("Will be sent on").first().waitFor();
  });
  await count("make selected words bold", async () => {
    await field(page).fill("bold");
    await field(page).selectText();
    await keys.press("Control+b");
    await expect.soon(() => field(page).inputValue(), "**bold**");
  });
  await field(page).fill("");
  await count("react with an emoji of yours", async () => {
    await lucia.hover();
    await lucia.locator(".post-tools button").first().click();
    await lucia.locator(".reaction").first().waitFor();
  });
  await count("be reminded of a message in an hour", async () => {
    await more(lucia);
    await item("Remind me…");
    await clicks.getByRole("button", { name: "In 1 hour" }).click();
    await page.getByText("You will be reminded on").first().waitFor();
  });
  await count("save a message for later", async () => {
    await more(lucia);
    await item("Save");
  });
  await count("mark as unread from a message on", async () => {
    await more(lucia);
    await item("Mark as unread");
  });
  await count("answer in a thread", async () => {
    await lucia.hover();
    await lucia.getByRole("button", { name: "Reply", exact: true }).click();
    await page.locator(".panel textarea:focus").waitFor();
    await keys.type("Mine are in");
    await keys.press("Enter");
    await page.locator(".panel .post", { hasText: "Mine are in" }).waitFor();
  });
  await count("put a second channel beside", async () => {
    await row(page, "Timetable").click({ button: "right" });
    await item("Open beside");
    await page.locator(".panel-head", { hasText: "Timetable" }).waitFor();
  });
  await count("go to a channel by its name", async () => {
    await keys.press("Control+k");
    await page.locator(".switcher input:focus").waitFor();
    await keys.type("off-topic");
    await page.locator('.switcher-row[aria-selected="true"]', { hasText: "Off-Topic" }).waitFor();
    await keys.press("Enter");
    await page.locator(".channel-title", { hasText: "Off-Topic" }).waitFor();
  });
  await count("go to the next unread channel", async () => {
    await keys.press("Alt+Shift+ArrowDown");
    await expect.gone(page.locator(".channel-title", { hasText: "Off-Topic" }));
  });
  await count("search all messages", async () => {
    await keys.press("Control+Shift+f");
    await page.locator(".panel input:focus").waitFor();
    await keys.type("timetable");
    await keys.press("Enter");
    await page.locator(".panel .found").first().waitFor();
  });
  await count("search the open channel", async () => {
    await keys.press("Control+f");
    await page.locator(".panel input:focus").waitFor();
    await keys.type("timetable");
    await keys.press("Enter");
    await page.locator(".filter-chips .choice-chip").first().waitFor();
  });
  await count("see everything unread in one list", async () => {
    await keys.press("Control+Shift+u");
    await page.locator(".inbox").first().waitFor();
  });
  const team = await his.get("/teams/name/harbour-lights");
  const channel = await his.get(`/teams/${team.id}/channels/name/off-topic`);
  await his.post("/posts", { channel_id: channel.id, message: "@mara anything" });
  await row(page, "Off-Topic").locator(".count-badge").waitFor();
  await count("mark everything as read", async () => {
    await keys.press("Shift+Escape");
    await expect.gone(page.locator(".sidebar .count-badge"));
  });
  const told = (all) => [...all].map(([task, number]) => `${task}: ${number}`).sort();
  expect.equal(told(found).join("\n"), told(wanted()).join("\n"));
}
