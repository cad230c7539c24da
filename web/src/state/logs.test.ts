// Recorded event logs: what was known before, taken through the events, is what a fresh load gave after them. The same
// files test the reducer of the Rust client; `tests/record.mjs` makes them anew from a running server.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "../net/rest";
import { loadBookmarks } from "../query/bookmarks";
import { customEmojiList, loadCustomEmojis } from "../query/custom-emoji";
import { groups, loadGroups } from "../query/groups";
import { load, loadOrder, loadThreads, loadUsers, loadWorld } from "../query/load";
import { jumpToEnd, openThread } from "../query/windows";
import { config, permissions, setPermissions, setPhase, store } from "../query/world";
import type { EventName, Post } from "../wire.gen";
import { apply } from "./apply";
import { unreadOf } from "./channels";
import type { Need } from "./effect";
import { serverCode } from "./floors";
import { type Log, recordedLogs, serverOf, type World } from "./recorded";
import { channelWindow, type Rows, type TableName, threadWindow } from "./tables";
import { Tally } from "./tally";

const LOGS = recordedLogs();

afterEach(() => {
  store.clear();
  vi.unstubAllGlobals();
});

const liveTeams = (world: World): string[] => world.teams.filter((row) => row.delete_at === 0).map((row) => row.id);

/** Everything that a client holds with one channel, one thread, all lists and all people open. */
async function loadFresh(world: World, log: Log): Promise<void> {
  store.clear();
  setPermissions(new Map());
  vi.stubGlobal("fetch", serverOf(world, log));
  await loadWorld();
  setPhase("signedIn");
  await loadOrder();
  await loadUsers(world.users.map((row) => row.id).filter((id) => id !== store.me));
  await Promise.all([
    loadBookmarks(log.watched),
    loadGroups(),
    loadCustomEmojis(),
    jumpToEnd(log.watched),
    openThread(log.thread),
    ...liveTeams(world).map((id) => loadThreads(id, {})),
  ]);
}

/** Takes the events in as a session does. */
async function happen(log: Log): Promise<void> {
  vi.stubGlobal("fetch", serverOf(log.after, log));
  const needs = new Map<string, Need>();
  for (const event of log.events) {
    const effect = apply(store, event, 1_000);
    store.commit(effect.changes);
    for (const need of effect.needs) needs.set(`${need.load}/${need.id}`, need);
  }
  for (const need of needs.values()) {
    await load(need).catch((problem: unknown) => {
      // A session goes on without what it is refused.
      if (!(problem instanceof Refusal)) throw problem;
    });
  }
}

/** What events need not tell, because nothing shows it. */
const UNTOLD: { readonly [T in TableName]?: readonly string[] } = {
  channels: ["update_at", "extra_update_at"],
  // With the names of its team in a list, and without them in an event.
  members: ["last_update_at", "team_display_name", "team_name", "team_update_at"],
  posts: ["update_at"],
  // Seen only by who runs the system.
  teams: ["email"],
  threads: ["last_viewed_at"],
  // Of me, changed by joining and leaving a team as well.
  users: ["update_at"],
};

/** Others' roles are told to them alone, and their addresses come with a role of mine. */
const UNTOLD_OF_OTHERS = ["update_at", "roles", "email"];
/** What their root tells. */
const UNTOLD_OF_REPLIES = ["update_at", "reply_count", "last_reply_at", "participants", "is_following"];

/** Of somebody or something that is told whole here and by its id there. */
const SHORT: Readonly<Record<string, (value: never) => unknown>> = {
  participants: (people: readonly { id: string }[] | null) => people?.map((one) => one.id),
  post: ({ user_id, channel_id, message }: Post) => ({ user_id, channel_id, message }),
};

/** Without what is as good as absent. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(bare);
  if (value === null || value === false || value === "") return undefined;
  if (typeof value !== "object") return value;
  const fields = Object.entries(value).flatMap(([name, one]) => {
    const short = SHORT[name];
    const left = bare(short ? short(one as never) : one);
    return left === undefined ? [] : [[name, left] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function rowsOf<T extends TableName>(
  table: T,
  wanted: (id: string, row: Rows[T]) => boolean = () => true,
  untold: readonly string[] = UNTOLD[table] ?? [],
) {
  const rows = [...store.ids(table)].sort().flatMap((id) => {
    const row = store.get(table, id);
    if (row === undefined || !wanted(id, row)) return [];
    const left = Object.entries(row).filter(([field]) => !untold.includes(field));
    return [[id, bare(Array.isArray(row) ? row : Object.fromEntries(left))] as const];
  });
  return Object.fromEntries(rows);
}

const isLive = (channelId: string): boolean => store.get("channels", channelId)?.delete_at === 0;

/** The sidebar of each team. Where an archived channel would stand is not shown. */
function categories() {
  return [...store.ids("categories")].sort().map((team) => {
    const rows = store.get("categories", team)?.categories ?? [];
    return { team, rows: rows.map((one) => ({ ...one, channel_ids: one.channel_ids.filter(isLive) })) };
  });
}

/** What each role that I have anywhere allows. */
function rights(): Record<string, readonly string[]> {
  const memberships = [
    ...[...store.ids("teamMembers")].map((id) => store.get("teamMembers", id)),
    ...[...store.ids("members")].flatMap((id) => (isLive(id) ? store.get("members", id) : [])),
  ];
  const roles = [store.get("users", store.me), ...memberships].flatMap((row) => row?.roles.split(" ") ?? []);
  const names = [...new Set(roles)].filter((name) => name !== "").sort();
  return Object.fromEntries(names.map((name) => [name, [...(permissions().get(name) ?? ["unknown"])].sort()]));
}

/** What a badge says in each team: posts, mentions, threads, mentions in threads. */
function unreads(): Record<string, readonly number[]> {
  const tally = new Tally();
  for (const id of store.ids("channels")) {
    const channel = store.get("channels", id);
    tally.set(id, channel?.team_id ?? "", unreadOf(channel, store.get("members", id)));
  }
  return Object.fromEntries(
    [...store.ids("teams")].map((id) => {
      const [sum, threads] = [tally.ofTeam(id), store.get("threadTotals", id)];
      return [id, [sum.posts, sum.mentions, threads?.unread ?? -1, threads?.mentions ?? -1]];
    }),
  );
}

/** What the server says of the same. */
const unreadsOf = (world: World): Record<string, readonly number[]> =>
  Object.fromEntries(
    liveTeams(world).map((id) => {
      const row = world.unreads.find((one) => one.team_id === id);
      const threads = world.threads[id];
      return [
        id,
        [
          row?.msg_count_root ?? 0,
          row?.mention_count_root ?? 0,
          threads?.total_unread_threads ?? 0,
          threads?.total_unread_mentions ?? 0,
        ],
      ];
    }),
  );

/** The whole state as it is compared. */
function held(log: Log) {
  const known = new Set(log.before.users.map((row) => row.id));
  const teams = new Set(["", ...liveTeams(log.before)]);
  const teamOf = (channelId: string) => store.get("channels", channelId)?.team_id ?? "";
  const windows = [channelWindow(log.watched), threadWindow(log.thread)];
  // What the server says to one alone is kept nowhere.
  const isKept = (id: string) => store.get("posts", id)?.type !== "system_ephemeral";
  const ids = new Set(windows.flatMap((key) => store.get("windows", key)?.ids ?? []).filter(isKept));
  return {
    unreads: unreads(),
    windows: windows.map((key) => store.get("windows", key)?.ids.filter(isKept)),
    roots: rowsOf("posts", (id, row) => ids.has(id) && row.root_id === ""),
    replies: rowsOf("posts", (id, row) => ids.has(id) && row.root_id !== "", UNTOLD_OF_REPLIES),
    channels: rowsOf("channels", (_, row) => row.delete_at === 0),
    members: rowsOf("members", isLive),
    me: rowsOf("users", (id) => id === store.me),
    others: rowsOf("users", (id) => id !== store.me && known.has(id), UNTOLD_OF_OTHERS),
    status: store.get("statuses", store.me),
    teams: rowsOf("teams"),
    teamMembers: rowsOf("teamMembers"),
    // The list of a team that is new asks when it is opened.
    threads: rowsOf("threads", (_, row) => teams.has(teamOf(row.post.channel_id))),
    threadTotals: rowsOf("threadTotals"),
    preferences: rowsOf("preferences"),
    categories: categories(),
    drafts: rowsOf("drafts"),
    scheduled: rowsOf("scheduled"),
    bookmarks: rowsOf("bookmarks"),
    rights: rights(),
    groups: groups(),
    emoji: customEmojiList(),
    config: config(),
  };
}

describe("a recorded log", () => {
  it.each(LOGS.map((log) => [log.name, log] as const))("%s leads to what was loaded after it", async (_, log) => {
    await loadFresh(log.before, log);
    await happen(log);
    const told = held(log);
    await loadFresh(log.after, log);
    expect(told).toEqual(held(log));
    expect(unreads()).toEqual(unreadsOf(log.after));
  });
});

/** Events that this server never announces. The compiler asks for none, so a test does. */
const UNANNOUNCED: readonly EventName[] = [
  "draft_updated",
  "post_translation_updated",
  "post_revealed",
  "post_burned",
  "burn_on_read_all_revealed",
  "file_download_rejected",
  "show_toast",
  "guests_deactivated",
  "license_changed",
  "plugin_enabled",
  "plugin_disabled",
  "plugin_statuses_changed",
  "received_group_associated_to_team",
  "received_group_not_associated_to_team",
  "received_group_associated_to_channel",
  "received_group_not_associated_to_channel",
  "cloud_subscription_changed",
  "hosted_customer_signup_progress_updated",
  "content_flagging_report_value_updated",
  "recap_updated",
  "response",
];

describe("every event that is dispatched", () => {
  const source = readFileSync(join(process.cwd(), "src/state/apply.ts"), "utf8");
  const dispatched = [...source.matchAll(/^ {4}case "(\w+)":/gm)].flatMap(([, name]) => name ?? []);
  const logged = new Set<string>(LOGS.flatMap((log) => log.events.map(({ event }) => event)));

  it("is in a log, or the server never announces it", () => {
    expect(dispatched.length).toBeGreaterThan(80);
    const unannounced: readonly string[] = UNANNOUNCED;
    expect(dispatched.filter((name) => !logged.has(name) && !unannounced.includes(name))).toEqual([]);
  });

  it("is announced by the server, where it is not said that it never is", () => {
    const named = new Set([...serverCode().matchAll(/EventName::(\w+)/g)].map(([, name]) => name));
    const names = readFileSync(join(process.cwd(), "../crates/wire/src/events/names.rs"), "utf8");
    const never = [...names.matchAll(/^ {4}(\w+) = "(\w+)",$/gm)].flatMap(([, name, text]) =>
      named.has(name) ? [] : [text],
    );
    expect([...never].sort()).toEqual([...UNANNOUNCED].sort());
  });
});
