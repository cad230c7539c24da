// Records what the reducers are tested with: `node tests/record.mjs` makes crates/client/tests/logs/*.json anew, which the
// tests of the client in Rust and of the one in src/state both read. Each log has what a person knew before, the events
// that came, and what a fresh load gave after them.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { SAMPLE_PASSWORD, startServer } from "./world.mjs";

const LOGS = fileURLToPath(new URL("../../crates/client/tests/logs", import.meta.url));
/** Events of a change have come by then. */
const QUIET_MS = 400;

const server = await startServer();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});

/** A person with a token, who asks through the API. */
async function person(name) {
  const login = await fetch(`${server.api}/api/v4/users/login`, {
    method: "POST",
    body: JSON.stringify({ login_id: name, password: SAMPLE_PASSWORD }),
  });
  const token = login.headers.get("token");
  const ask = async (method, path, body) => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${server.api}/api/v4${path}`, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return { ...(await login.json()), token, ask };
}

const [mara, tomas] = [await person("mara"), await person("tomas")];
const team = await mara.ask("GET", "/teams/name/harbour-lights");
const square = await mara.ask("GET", `/teams/${team.id}/channels/name/town-square`);

/** Everything of mara's that events keep true. */
async function known() {
  const [me, channels, members, preferences, categories, drafts, page] = await Promise.all([
    mara.ask("GET", "/users/me"),
    mara.ask("GET", "/users/me/channels"),
    mara.ask("GET", `/users/me/teams/${team.id}/channels/members`),
    mara.ask("GET", "/users/me/preferences"),
    mara.ask("GET", `/users/me/teams/${team.id}/channels/categories`),
    mara.ask("GET", `/users/me/teams/${team.id}/drafts`),
    mara.ask("GET", `/channels/${square.id}/posts?per_page=200`),
  ]);
  const posts = page.order.map((id) => page.posts[id]).reverse();
  return { me, channels, members, preferences, categories, drafts: drafts ?? [], posts };
}

const page = await (await browser.newContext()).newPage();
await page.goto(`${server.api}/api/v4/system/ping`);
await page.evaluate((token) => {
  window.heard = [];
  const socket = new WebSocket(`ws://${location.host}/api/v4/websocket`);
  socket.onopen = () => socket.send(JSON.stringify({ seq: 1, action: "authentication_challenge", data: { token } }));
  socket.onmessage = (message) => window.heard.push(JSON.parse(message.data));
}, mara.token);
await page.waitForFunction(() => window.heard.some((one) => one.event === "hello"));

async function heard() {
  await page.waitForTimeout(QUIET_MS);
  return page.evaluate(() => window.heard.splice(0).filter((one) => one.event && one.event !== "hello"));
}

mkdirSync(LOGS, { recursive: true });

async function record(name, change) {
  await heard();
  const before = await known();
  await change();
  const events = await heard();
  const after = await known();
  const log = { watched: square.id, team: team.id, before, events, after };
  writeFileSync(join(LOGS, `${name}.json`), `${JSON.stringify(log)}\n`);
  console.log(`${name}: ${events.map((one) => one.event).join(", ")}`);
}

const say = (who, message, more = {}) => who.ask("POST", "/posts", { channel_id: square.id, message, ...more });
const one = await say(tomas, "Who has the key to the boat house?");
const own = await say(mara, "It hangs in the office.");

await record("post", () => say(tomas, "Found it."));
await record("post-own", () => say(mara, "Good."));
await record("post-mention", () => say(tomas, "@mara there are two keys."));
await record("edit", () => tomas.ask("PUT", `/posts/${one.id}/patch`, { message: "Who has the key?" }));
await record("reaction-added", () =>
  tomas.ask("POST", "/reactions", { user_id: tomas.id, post_id: own.id, emoji_name: "key" }),
);
await record("reaction-removed", () => tomas.ask("DELETE", `/users/${tomas.id}/posts/${own.id}/reactions/key`));
await record("pin", () => tomas.ask("POST", `/posts/${one.id}/pin`));
await record("reply", () => say(tomas, "Thanks.", { root_id: own.id }));
await record("delete", () => tomas.ask("DELETE", `/posts/${one.id}`));
await record("unread", () =>
  mara.ask("POST", `/users/me/posts/${own.id}/set_unread`, { collapsed_threads_supported: true }),
);
await record("view", () => mara.ask("POST", "/channels/members/me/view", { channel_id: square.id }));
const [preference] = [{ user_id: mara.id, category: "display_settings", name: "use_military_time", value: "true" }];
await record("preference", () => mara.ask("PUT", "/users/me/preferences", [preference]));
await record("preference-deleted", () => mara.ask("POST", "/users/me/preferences/delete", [preference]));
await record("draft", () =>
  mara.ask("POST", "/drafts", { channel_id: square.id, message: "The keys are", root_id: "", user_id: mara.id }),
);
await record("draft-deleted", () => mara.ask("DELETE", `/users/me/channels/${square.id}/drafts`));
await record("channel-renamed", () =>
  mara.ask("PUT", `/channels/${square.id}/patch`, { header: "Keys are in the office" }),
);
const muted = { user_id: mara.id, channel_id: square.id, mark_unread: "mention" };
await record("muted", () => mara.ask("PUT", `/channels/${square.id}/members/me/notify_props`, muted));
let quay;
await record("channel-created", async () => {
  quay = await mara.ask("POST", "/channels", { team_id: team.id, name: "quay", display_name: "Quay", type: "O" });
});
await record("channel-archived", () => mara.ask("DELETE", `/channels/${quay.id}`));
await record("channel-restored", () => mara.ask("POST", `/channels/${quay.id}/restore`));
await record("channel-left", () => mara.ask("DELETE", `/channels/${quay.id}/members/me`));
await record("category", () =>
  mara.ask("POST", `/users/me/teams/${team.id}/channels/categories`, {
    user_id: mara.id,
    team_id: team.id,
    display_name: "Keys",
    type: "custom",
    channel_ids: [square.id],
  }),
);
await record("user", () => mara.ask("PUT", "/users/me/patch", { nickname: "Key holder" }));

await browser.close();
await server.end();
