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
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    // Some lists come as lines of JSON.
    return path.includes("page=-1")
      ? text
          .trim()
          .split("\n")
          .flatMap((line) => JSON.parse(line))
      : JSON.parse(text);
  };
  return { ...(await login.json()), token, ask };
}

const [mara, tomas] = [await person("mara"), await person("tomas")];
const team = await mara.ask("GET", "/teams/name/harbour-lights");
const square = await mara.ask("GET", `/teams/${team.id}/channels/name/town-square`);

/** Everything of mara's that events keep true. */
async function known() {
  const [me, channels, members, preferences, categories, drafts, page, ...more] = await Promise.all([
    mara.ask("GET", "/users/me"),
    mara.ask("GET", "/users/me/channels"),
    mara.ask("GET", "/users/me/channel_members?page=-1"),
    mara.ask("GET", "/users/me/preferences"),
    mara.ask("GET", `/users/me/teams/${team.id}/channels/categories`),
    mara.ask("GET", `/users/me/teams/${team.id}/drafts`),
    mara.ask("GET", `/channels/${square.id}/posts?per_page=200`),
    mara.ask("GET", "/users/me/teams"),
    mara.ask("GET", "/users/me/teams/members"),
    mara.ask("GET", `/posts/scheduled/team/${team.id}?includeDirectChannels=true`),
    mara.ask("GET", `/channels/${square.id}/bookmarks`),
    mara.ask("GET", "/users/me/status"),
  ]);
  const posts = page.order.map((id) => page.posts[id]).reverse();
  const [teams, teamMembers, planned, bookmarks, { status }] = more;
  const scheduled = Object.values(planned).flatMap((list) => list ?? []);
  const kept = { teams, teamMembers: teamMembers.filter((row) => row.delete_at === 0), scheduled, bookmarks, status };
  return { me, channels, members, preferences, categories, drafts: drafts ?? [], posts, ...kept };
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

// What one is asked to confirm, what comes later, what stands above a channel.
const asked = await say(tomas, "Read this, please.", { metadata: { priority: { priority: "", requested_ack: true } } });
await record("acknowledged", () => mara.ask("POST", `/users/me/posts/${asked.id}/ack`));
await record("acknowledged-not", () => mara.ask("DELETE", `/users/me/posts/${asked.id}/ack`));
await record("ephemeral", () =>
  mara.ask("POST", "/posts/ephemeral", { user_id: mara.id, post: { channel_id: square.id, message: "Only you" } }),
);
await record("typing", () => tomas.ask("POST", `/users/${tomas.id}/typing`, { channel_id: square.id }));
const later = { channel_id: square.id, message: "Later", user_id: mara.id, scheduled_at: Date.now() + 86_400_000 };
let planned;
await record("scheduled", async () => {
  planned = await mara.ask("POST", "/posts/schedule", later);
});
await record("rescheduled", () =>
  mara.ask("PUT", `/posts/schedule/${planned.id}`, { ...planned, message: "Much later" }),
);
await record("unscheduled", () => mara.ask("DELETE", `/posts/schedule/${planned.id}`));
const link = (display_name, link_url) => ({ type: "link", display_name, link_url });
const tides = await mara.ask("POST", `/channels/${square.id}/bookmarks`, link("Tides", "https://tides.example"));
let chart;
await record("bookmark", async () => {
  chart = await mara.ask("POST", `/channels/${square.id}/bookmarks`, link("Chart", "https://chart.example"));
});
const bookmark = `/channels/${square.id}/bookmarks/${chart.id}`;
await record("bookmark-changed", () => mara.ask("PATCH", bookmark, { display_name: "Sea chart" }));
await record("bookmark-sorted", () => mara.ask("POST", `${bookmark}/sort_order`, 0));
await record("bookmark-deleted", () => mara.ask("DELETE", `/channels/${square.id}/bookmarks/${tides.id}`));

// Threads, categories, presence.
await record("thread-unfollowed", () => mara.ask("DELETE", `/users/me/teams/${team.id}/threads/${own.id}/following`));
const { order } = await mara.ask("GET", `/users/me/teams/${team.id}/channels/categories`);
await record("categories-sorted", () =>
  mara.ask("PUT", `/users/me/teams/${team.id}/channels/categories/order`, [...order].reverse()),
);
const { categories } = await mara.ask("GET", `/users/me/teams/${team.id}/channels/categories`);
const keys = categories.find((category) => category.display_name === "Keys");
await record("category-deleted", () => mara.ask("DELETE", `/users/me/teams/${team.id}/channels/categories/${keys.id}`));
await record("status", () => mara.ask("PUT", "/users/me/status", { user_id: mara.id, status: "dnd" }));

// Channels that others make, open, close and share.
const others = await mara.ask("GET", "/users?per_page=20");
const rest = others.filter((user) => ![mara.id, tomas.id].includes(user.id) && !user.is_bot);
await record("direct", async () => {
  const direct = await tomas.ask("POST", "/channels/group", [mara.id, tomas.id, rest[0].id]);
  await tomas.ask("POST", "/posts", { channel_id: direct.id, message: "You two, a word." });
});
const stranger = await mara.ask("POST", "/users", {
  email: "new@example.test",
  username: "newcomer",
  password: SAMPLE_PASSWORD,
});
const newcomer = await person("newcomer");
await record("direct-added", () => newcomer.ask("POST", "/channels/direct", [mara.id, newcomer.id]));
let shed;
await record("added", async () => {
  shed = await tomas.ask("POST", "/channels", { team_id: team.id, name: "shed", display_name: "Shed", type: "O" });
  await tomas.ask("POST", `/channels/${shed.id}/members`, { user_id: mara.id });
});
await record("converted", () => mara.ask("PUT", `/channels/${shed.id}/privacy`, { privacy: "P" }));
await record("moderated", () =>
  mara.ask("PUT", `/channels/${shed.id}/moderations/patch`, [{ name: "create_reactions", roles: { members: false } }]),
);
await record("removed", () => tomas.ask("DELETE", `/channels/${shed.id}/members/${mara.id}`));

// Teams.
const crew = await tomas.ask("POST", "/teams", { name: "crew", display_name: "Crew", type: "I" });
await record("team-added", () =>
  tomas.ask("POST", `/teams/${crew.id}/members`, { team_id: crew.id, user_id: mara.id }),
);
await record("team-renamed", () => tomas.ask("PUT", `/teams/${crew.id}/patch`, { display_name: "The crew" }));
await record("team-role", () =>
  mara.ask("PUT", `/teams/${crew.id}/members/${mara.id}/schemeRoles`, { scheme_admin: true, scheme_user: true }),
);
const scheme = await mara.ask("POST", "/schemes", { name: "crew", display_name: "Crew", scope: "team" });
await record("team-scheme", () => mara.ask("PUT", `/teams/${crew.id}/scheme`, { scheme_id: scheme.id }));
await record("team-archived", () => mara.ask("DELETE", `/teams/${crew.id}`));
await record("team-restored", () => mara.ask("POST", `/teams/${crew.id}/restore`));
await record("team-left", () => mara.ask("DELETE", `/teams/${crew.id}/members/${mara.id}`));

// People, roles, groups, and the server itself.
await record("new-user", () =>
  mara.ask("POST", "/users", { email: "newer@example.test", username: "newer", password: SAMPLE_PASSWORD }),
);
await record("user-role", () =>
  mara.ask("PUT", `/users/${mara.id}/roles`, { roles: "system_user system_admin system_user_manager" }),
);
await record("deactivated", () => mara.ask("PUT", `/users/${stranger.id}/active`, { active: false }));
const [role] = await mara.ask("POST", "/roles/names", ["channel_user"]);
await record("role", () =>
  mara.ask("PUT", `/roles/${role.id}/patch`, {
    permissions: role.permissions.filter((one) => one !== "add_bookmark_public_channel"),
  }),
);
let group;
await record("group", async () => {
  group = await mara.ask("POST", "/groups", {
    name: "lamps",
    display_name: "Lamps",
    source: "custom",
    allow_reference: true,
    user_ids: [tomas.id],
  });
});
await record("group-joined", () => mara.ask("POST", `/groups/${group.id}/members`, { user_ids: [mara.id] }));
await record("group-left", () => mara.ask("DELETE", `/groups/${group.id}/members`, { user_ids: [mara.id] }));
await record("config", () => mara.ask("PUT", "/config/patch", { TeamSettings: { SiteName: "Harbour" } }));
await record("user", () => mara.ask("PUT", "/users/me/patch", { nickname: "Key holder" }));

await browser.close();
await server.end();
