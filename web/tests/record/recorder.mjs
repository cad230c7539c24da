// Watches one person's events: what a fresh load gives before a change, what the socket says, and what a load gives after.
// `web/src/state/logs.test.ts` answers the client's requests out of this, so it holds answers as the server gave them.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { settled } from "./settled.mjs";

const LOGS = fileURLToPath(new URL("../../../crates/client/tests/logs", import.meta.url));
/** Events of a change have come by then. */
const QUIET_MS = 400;
/** By then a job of the server that waits three minutes has done its work. */
const PATIENCE_MS = 300_000;
const PASSWORD = "a-Lamp-for-2";
/** What a load heeds of the client's settings, and what the logs change. */
const SETTINGS = ["EnableCustomGroups", "FeatureFlagChannelBookmarks", "ScheduledPosts", "SiteName"];
/** Lists that come as lines of JSON. */
const isLines = (path) => path.includes("page=-1");

async function read(answer, path) {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  if (!isLines(path)) return JSON.parse(text);
  return text
    .trim()
    .split("\n")
    .flatMap((line) => JSON.parse(line));
}

/** Somebody new, signed in. */
export async function person(api, username, more = {}) {
  const account = { email: `${username}@example.test`, username, password: PASSWORD, ...more };
  await read(await fetch(`${api}/api/v4/users`, { method: "POST", body: JSON.stringify(account) }), "/users");
  const form = JSON.stringify({ login_id: username, password: PASSWORD });
  const login = await fetch(`${api}/api/v4/users/login`, { method: "POST", body: form });
  const token = login.headers.get("token");
  const headers = { Authorization: `Bearer ${token}` };
  const send = async (method, path, body) => read(await fetch(`${api}/api/v4${path}`, { method, headers, body }), path);
  const ask = (method, path, body) => send(method, path, body && JSON.stringify(body));
  return { ...(await login.json()), token, ask, form: (path, body) => send("POST", path, body) };
}

/** A socket of a person in a page of `browser`; `heard` gives the events since it was asked before. */
async function listen(browser, api, token) {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${api}/api/v4/system/ping`);
  await page.evaluate((token) => {
    window.told = [];
    const socket = new WebSocket(`ws://${location.host}/api/v4/websocket`);
    socket.onopen = () => socket.send(JSON.stringify({ seq: 1, action: "authentication_challenge", data: { token } }));
    socket.onmessage = ({ data }) => {
      const one = JSON.parse(data);
      if (one.event) window.told.push(one);
    };
  }, token);
  const said = (name) =>
    page.waitForFunction((name) => window.told.some((one) => one.event === name), name, { timeout: PATIENCE_MS });
  await said("hello");
  return {
    said,
    async heard() {
      await page.waitForTimeout(QUIET_MS);
      return page.evaluate(() => window.told.splice(0));
    },
    close: () => page.context().close(),
  };
}

/** Everything of the watcher's that events keep true: the answers of a fresh load, and of what is opened after it. */
async function loaded({ ask }, { watched, thread }) {
  const get = (path) => ask("GET", path);
  const [channels, members, teams, teamMembers] = await Promise.all([
    get("/users/me/channels"),
    get("/users/me/channel_members?page=-1"),
    get("/users/me/teams"),
    get("/users/me/teams/members"),
  ]);
  const others = await get("/users?per_page=60");
  const live = teams.filter((row) => row.delete_at === 0);
  const ofTeams = async (path) =>
    Object.fromEntries(await Promise.all(live.map(async ({ id }) => [id, (await get(path(id))) ?? []])));
  const me = await get("/users/me");
  const roles = [me, ...teamMembers, ...members].flatMap((row) => row.roles.split(" ")).filter(Boolean);
  const settings = await get("/config/client?format=old");
  return {
    me,
    users: others.sort((a, b) => a.create_at - b.create_at),
    status: (await get("/users/me/status")).status,
    channels,
    members,
    teams,
    teamMembers,
    unreads: await get("/users/me/teams/unread?include_collapsed_threads=true"),
    preferences: await get("/users/me/preferences"),
    categories: await ofTeams((one) => `/users/me/teams/${one}/channels/categories`),
    drafts: await ofTeams((one) => `/users/me/teams/${one}/drafts`),
    scheduled: await ofTeams((one) => `/posts/scheduled/team/${one}?includeDirectChannels=true`),
    threads: await ofTeams((one) => `/users/me/teams/${one}/threads?extended=true&per_page=30`),
    page: await get(
      `/channels/${watched}/posts?page=0&per_page=40&collapsedThreads=true&collapsedThreadsExtended=false`,
    ),
    replies: await get(`/posts/${thread}/thread?collapsedThreads=true&perPage=200&direction=up`),
    bookmarks: await get(`/channels/${watched}/bookmarks`),
    roles: (await ask("POST", "/roles/names", [...new Set(roles)])).sort((a, b) => (a.name < b.name ? -1 : 1)),
    groups: (await get("/groups?filter_allow_reference=true&include_member_count=true&per_page=200")) ?? [],
    emoji: await get("/emoji?sort=name&per_page=200"),
    config: Object.fromEntries(SETTINGS.map((name) => [name, settings[name]])),
  };
}

/** The answers that are others than those known before. */
const changed = (known, answers) =>
  Object.fromEntries(
    Object.entries(answers).filter(([key, row]) => JSON.stringify(row) !== JSON.stringify(known[key])),
  );

/** Records what `watcher` is told, in one place; `write` puts the logs where the tests read them. They are a sequence: each
 * has of the answers before it what is another than after the last one, and of those after it what is another then. */
export async function recorder(browser, api, watcher, place) {
  const socket = await listen(browser, api, watcher.token);
  const logs = [];
  let known = {};
  const keep = async (name, change) => {
    await socket.heard();
    const before = await loaded(watcher, place);
    const events = await change();
    const after = await loaded(watcher, place);
    logs.push({ name, ...place, before: changed(known, before), events, after: changed(before, after) });
    known = after;
    console.log(`${name}: ${events.map((one) => one.event).join(", ")}`);
  };
  return {
    /** Does `deed` and waits for the event `until`, where one is named, which a job of the server sends. */
    record: (name, deed, until) =>
      keep(name, async () => {
        await deed();
        if (until) await socket.said(until);
        return socket.heard();
      }),
    /** What another socket of the watcher's hears first. */
    greet: (name) =>
      keep(name, async () => {
        const other = await listen(browser, api, watcher.token);
        const events = await other.heard();
        await other.close();
        // Which machine greets is not told on.
        return events.map((one) => ({ ...one, data: { ...one.data, server_hostname: "" } }));
      }),
    write() {
      rmSync(LOGS, { recursive: true, force: true });
      mkdirSync(LOGS, { recursive: true });
      settled(logs.map((log) => JSON.stringify(log))).forEach((text, at) => {
        writeFileSync(join(LOGS, `${String(at).padStart(3, "0")}-${logs[at].name}.json`), `${text}\n`);
      });
    },
  };
}
