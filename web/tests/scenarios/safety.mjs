// A day of chat under the page's policy: nothing of ours breaks it, no page is without it, and what opens a session is
// nowhere but in a cookie that no script can read.
import { field, menuOf, row, said, visit, write } from "../acts.mjs";
import { expect } from "../expect.mjs";
import { asFile, png } from "../media.mjs";
import { SAMPLE_PASSWORD } from "../world.mjs";

/** Addresses at which somebody may be, with and without a session. */
const PAGES = [
  ...["/", "/login", "/signup_user_complete/?id=none", "/select_team", "/harbour-lights/channels/off-topic"],
  ...["/harbour-lights/threads", "/harbour-lights/drafts", "/harbour-lights/messages/@mara", "/admin/users"],
  ...["/no/such/place", "/oauth/authorize?client_id=none", "/error", "/index.html"],
];

function watch(page, told) {
  page.on("request", (request) => told.addresses.push(request.url()));
  page.on("websocket", (socket) => told.addresses.push(socket.url()));
  return page.addInitScript(() => {
    window.refused = [];
    document.addEventListener("securitypolicyviolation", (event) => {
      const kept = `${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`;
      window.refused.push(kept);
      // A page that is left takes its list along.
      sessionStorage.setItem("refused", JSON.stringify(window.refused));
    });
  });
}

export default async function safety({ open, person, base, server }) {
  const told = { addresses: [] };
  await policies(base, server.api);
  const [mara, tomas] = [await open({ permissions: ["notifications"] }), await person("tomas")];
  await watch(mara, told);
  await mara.goto(`${base}/login`);
  await mara.getByLabel("Email or user name").fill("mara");
  await mara.getByLabel("Password", { exact: true }).fill(SAMPLE_PASSWORD);
  await mara.getByRole("button", { name: "Sign in" }).click();
  await field(mara).waitFor();
  await Promise.all([mara, tomas].map((page) => visit(page, base, "off-topic")));
  await talk(mara, tomas);
  await around(mara);
  const refused = () =>
    mara.evaluate(() => [...window.refused, ...JSON.parse(sessionStorage.getItem("refused") ?? "[]")]);
  expect.equal((await refused()).join("\n"), "");
  await administer(mara, base);
  expect.equal((await refused()).join("\n"), "");
  await secrets(mara, told, base);
}

/** Every page carries a policy under which no inline script runs and nothing is evaluated. */
async function policies(base, api) {
  const wrong = [];
  for (const site of new Set([base, api])) {
    for (const path of PAGES) {
      const answer = await fetch(site + path, { redirect: "manual" });
      const type = answer.headers.get("content-type") ?? "";
      if (!type.includes("text/html")) continue;
      const policy = new Map(
        (answer.headers.get("content-security-policy") ?? "").split(";").map((part) => {
          const [name = "", ...values] = part.trim().split(/\s+/);
          return [name, values.join(" ")];
        }),
      );
      const scripts = policy.get("script-src") ?? policy.get("default-src") ?? "anything";
      if (!["'self'", "'none'"].includes(scripts)) wrong.push(`${path}: scripts of ${scripts}`);
      if (policy.get("base-uri") !== "'none'") wrong.push(`${path}: base ${policy.get("base-uri")}`);
    }
  }
  expect.equal(wrong.join("\n"), "");
}

/** What two people do with messages. */
async function talk(mara, tomas) {
  await write(mara, "Morning @tomas :wave: $x^2$ ![x](https://elsewhere.invalid/x.png)\n\n```js\nlet a = 1;\n```");
  await said(tomas, "Morning").locator("math").waitFor();
  await mara
    .locator('.shell-center .composer input[type="file"]')
    .setInputFiles([
      asFile("red.png", "image/png", png([200, 0, 0])),
      asFile("rota.txt", "text/plain", Buffer.from("x")),
    ]);
  await expect.gone(mara.locator(".composer-file progress"));
  await write(mara, "Both of them");
  await said(mara, "Both of them").getByRole("button", { name: "Open red.png" }).click();
  await mara.locator(".viewer img").waitFor();
  await mara.keyboard.press("Escape");
  await said(tomas, "Both of them").focus();
  await tomas.keyboard.press("r");
  await tomas.locator(".panel .composer textarea").fill("Thank you.");
  await tomas.keyboard.press("Enter");
  await said(mara, "Both of them").getByText("1 reply").click();
  await mara.locator(".panel .post", { hasText: "Thank you." }).waitFor();
  await mara.keyboard.press("Escape");
  await said(mara, "Morning").focus();
  await mara.keyboard.press("a");
  await mara.getByRole("gridcell").first().click();
  await said(mara, "Morning").locator(".reaction").waitFor();
  await menuOf(said(mara, "Both of them"), "Edit");
  await mara.locator(".post-edit textarea").fill("Both of them, edited");
  await mara.keyboard.press("Enter");
  await said(tomas, "Both of them, edited").waitFor();
  await field(tomas).fill("@mara are you there?");
  await tomas.keyboard.press("Enter");
  await said(mara, "are you there?").waitFor();
}

/** Every part of the window once. */
async function around(mara) {
  const press = (keys) => mara.keyboard.press(keys);
  const sees = (what) => mara.locator(what).first().waitFor();
  for (const [keys, what] of [
    ["Control+Shift+M", ".panel .found"],
    ["Control+Shift+L", ".panel"],
    ["Control+Alt+I", ".panel .member"],
    ["Control+K", ".switcher-row"],
    ["Control+Shift+O", ".browse-row"],
    ["Control+Shift+K", "dialog .member"],
    ["Control+/", ".shortcut-list"],
  ]) {
    await press(keys);
    await sees(what);
    await press("Escape");
    await expect.gone(mara.locator("dialog"));
  }
  await field(mara).focus();
  await press("Control+Shift+A");
  await sees("dialog [role=tab]");
  for (const tab of await mara.locator("dialog [role=tab]").all()) {
    await tab.click();
    await sees(".settings-page");
  }
  await press("Escape");
  await expect.gone(mara.locator("dialog"));
  await mara.locator(".posts[data-shown] .post-author").first().click();
  await sees(".profile");
  await press("Escape");
  await row(mara, "Threads").getByRole("link").click();
  await sees(".threads");
  await row(mara, "Timetable").getByRole("link").click();
  await sees(".text-table");
  await mara.goBack();
  await mara.goBack();
  await field(mara).waitFor();
}

async function administer(mara, base) {
  for (const section of ["", "users", "teams", "channels", "roles", "settings", "integrations", "logs", "jobs"]) {
    await mara.goto(`${base}/admin/${section}`);
    await mara.locator("main h1, main h2").first().waitFor();
  }
  await visit(mara, base, "off-topic");
}

/** Everything that scripts of the page can read for later, as one text. */
async function kept() {
  const parts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
  for (const { name } of await indexedDB.databases()) {
    const opened = indexedDB.open(name);
    const database = await new Promise((resolve, reject) => {
      opened.onsuccess = () => resolve(opened.result);
      opened.onerror = reject;
    });
    for (const table of database.objectStoreNames) {
      const all = database.transaction(table).objectStore(table).getAll();
      await new Promise((resolve) => {
        all.onsuccess = resolve;
      });
      parts.push(JSON.stringify(all.result));
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) parts.push(request.url);
  }
  return parts.join("\n");
}

async function secrets(mara, told, base) {
  // The cache on disk is written when the tab has nothing else to do.
  await mara.waitForTimeout(4_000);
  const cookies = await mara.context().cookies();
  const session = cookies.find((cookie) => cookie.name === "MMAUTHTOKEN");
  expect.ok(session?.httpOnly, "scripts can read the session");
  expect.equal(session.sameSite, "Lax");
  const all = await mara.evaluate(kept);
  expect.ok(all.includes("Both of them, edited"), "what is kept was not found");
  for (const secret of [session.value, SAMPLE_PASSWORD]) {
    expect.ok(!all.includes(secret), "a secret is kept where scripts can read it");
    const named = told.addresses.filter((address) => address.includes(encodeURIComponent(secret)));
    expect.equal(named.join(), "");
  }
  expect.ok(
    told.addresses.some((address) => address.startsWith("ws")),
    "no socket was seen",
  );
  // The icon is not asked about again: its name changes when it does.
  const page = await (await fetch(`${base}/index.html`)).text();
  const icon = /rel="icon" href="([^"]+)"/.exec(page)?.[1];
  const answer = await fetch(base + icon);
  expect.ok(/immutable/.test(answer.headers.get("cache-control")), `${icon} is asked about again`);
  expect.equal(answer.headers.get("content-type"), "image/svg+xml");
}
