// Recorded event logs: what was known before, taken through the events, is what a fresh load gave after them. The same
// files test the reducer of the Rust client; `tests/record.mjs` makes them anew from a running server.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { WireEvent } from "../net/events";
import type {
  Bookmark,
  Categories,
  Channel,
  ChannelMember,
  Draft,
  EventName,
  Post,
  Preference,
  ScheduledPost,
  Team,
  TeamMember,
  User,
} from "../wire.gen";
import { apply, type Need } from "./apply";
import { forgotten } from "./channels";
import { channelWindow, draftKey, preferenceKey, put, Store } from "./tables";

const LOGS = join(process.cwd(), "../crates/client/tests/logs");

interface World {
  readonly me: User;
  readonly channels: readonly Channel[];
  readonly members: readonly ChannelMember[];
  readonly preferences: readonly Preference[];
  readonly categories: Categories;
  readonly drafts: readonly Draft[];
  readonly posts: readonly Post[];
  readonly teams: readonly Team[];
  readonly teamMembers: readonly TeamMember[];
  readonly scheduled: readonly ScheduledPost[];
  readonly bookmarks: readonly Bookmark[];
  readonly status: string;
}

interface Log {
  readonly watched: string;
  readonly team: string;
  readonly before: World;
  readonly events: readonly WireEvent[];
  readonly after: World;
}

function stateOf(world: World, log: Log): Store {
  const store = new Store();
  store.me = world.me.id;
  const roots = world.posts.filter((post) => post.root_id === "").map((post) => post.id);
  store.commit([
    put("users", world.me.id, world.me),
    ...world.channels.map((row) => put("channels", row.id, row)),
    ...world.members.map((row) => put("members", row.channel_id, row)),
    ...world.preferences.map((row) => put("preferences", preferenceKey(row.category, row.name), row)),
    put("categories", log.team, world.categories),
    ...world.drafts.map((row) => put("drafts", draftKey(row.channel_id, row.root_id), row)),
    ...world.posts.map((row) => put("posts", row.id, row)),
    put("windows", channelWindow(log.watched), { ids: roots, oldest: true, newest: true, loadedAt: 0 }),
    ...world.teams.filter((row) => row.delete_at === 0).map((row) => put("teams", row.id, row)),
    ...world.teamMembers.map((row) => put("teamMembers", row.team_id, row)),
    ...world.scheduled.map((row) => put("scheduled", row.id, row)),
    put("bookmarks", log.watched, world.bookmarks),
    put("statuses", world.me.id, world.status),
  ]);
  return store;
}

/** What a load would answer to an event that only names what changed. */
function fill(store: Store, need: Need, log: Log): void {
  const { after, team } = log;
  if (need.load === "channel") {
    const channel = after.channels.find((row) => row.id === need.id);
    const member = after.members.find((row) => row.channel_id === need.id);
    if (channel && member) store.commit([put("channels", need.id, channel), put("members", need.id, member)]);
    else store.commit(forgotten(store, need.id));
  }
  // A channel that comes or goes comes with its place in the sidebar.
  if (need.load === "channel" || need.load === "categories") store.commit([put("categories", team, after.categories)]);
  if (need.load === "user" && need.id === after.me.id) store.commit([put("users", need.id, after.me)]);
  if (need.load === "bookmarks") store.commit([put("bookmarks", need.id, after.bookmarks)]);
  if (need.load === "team") fillTeam(store, need.id, after);
}

/** A team comes with my membership of it and its channels. */
function fillTeam(store: Store, id: string, after: World): void {
  const there = after.teams.find((row) => row.id === id && row.delete_at === 0);
  const channels = after.channels.filter((row) => row.team_id === id);
  const ids = new Set(channels.map((row) => row.id));
  store.commit([
    put("teams", id, there),
    put("teamMembers", id, there && after.teamMembers.find((row) => row.team_id === id)),
    ...channels.map((row) => put("channels", row.id, row)),
    ...after.members.filter((row) => ids.has(row.channel_id)).map((row) => put("members", row.channel_id, row)),
  ]);
}

/** What of a state is shown; the rest need not be told. */
function shown(store: Store, log: Log) {
  const channel = (id: string) => {
    const row = store.get("channels", id);
    return row && [row.display_name, row.header, row.delete_at, row.total_msg_count_root, row.last_post_at];
  };
  const member = (id: string) => {
    const row = store.get("members", id);
    return row && [row.msg_count_root, row.mention_count_root, row.last_viewed_at, row.notify_props];
  };
  const post = (id: string) => {
    const row = store.get("posts", id);
    const reactions = (row?.metadata?.reactions ?? []).map((one) => `${one.user_id} ${one.emoji_name}`);
    const read = (row?.metadata?.acknowledgements ?? []).map((one) => one.user_id);
    return row && [row.message, row.edit_at, row.is_pinned, reactions, read];
  };
  // What the server says to one alone is kept nowhere.
  const isKept = (id: string) => store.get("posts", id)?.type !== "system_ephemeral";
  const window = (store.get("windows", channelWindow(log.watched))?.ids ?? []).filter(isKept);
  const live = [...store.ids("channels")].filter((id) => store.get("channels", id)?.delete_at === 0).sort();
  return {
    nickname: store.get("users", store.me)?.nickname,
    channels: live.map((id) => [id, channel(id), member(id)]),
    posts: window.map((id) => [id, post(id)]),
    preferences: [...store.ids("preferences")].sort().map((id) => [id, store.get("preferences", id)?.value]),
    categories: store.get("categories", log.team)?.categories.map((one) => ({
      ...one,
      // Where an archived channel would stand is not shown.
      channel_ids: one.channel_ids.filter((id) => live.includes(id)),
    })),
    drafts: [...store.ids("drafts")].sort().map((id) => [id, store.get("drafts", id)?.message]),
    teams: [...store.ids("teams")].sort().map((id) => [id, store.get("teams", id)?.display_name]),
    // Memberships of archived teams are of no use.
    teamMembers: [...store.ids("teams")].sort().map((id) => [id, store.get("teamMembers", id)?.roles]),
    scheduled: [...store.ids("scheduled")].sort().map((id) => [id, store.get("scheduled", id)?.message]),
    bookmarks: store.get("bookmarks", log.watched)?.map((one) => [one.id, one.display_name]),
    status: store.get("statuses", store.me),
  };
}

it.each(readdirSync(LOGS))("%s leads to what was loaded after it", (name) => {
  const log = JSON.parse(readFileSync(join(LOGS, name), "utf8")) as Log;
  const store = stateOf(log.before, log);
  const needs = log.events.flatMap((event) => {
    const effect = apply(store, event, 1_000);
    store.commit(effect.changes);
    return effect.needs;
  });
  for (const need of needs) fill(store, need, log);
  expect(shown(store, log)).toEqual(shown(stateOf(log.after, log), log));
});

/** Events that no log has, and why. */
const UNRECORDED: { readonly [N in EventName]?: string } = {
  hello: "greets a socket; the link reads it",
  response: "answers a socket; the link reads it",
  open_dialog: "is shown and kept nowhere; a scenario of the browser fills one in",
  persistent_notification_triggered: "rings and changes nothing; it comes minutes after a post",
  preference_changed: "of older servers; the state takes it as preferences_changed",
  emoji_added: "is asked for where emoji are drawn; a scenario of the browser adds one",
  first_admin_visit_marketplace_status_received: "of the marketplace, which this client does not show",
  custom_profile_attributes_field_created: "of attributes, which this client does not show",
  custom_profile_attributes_field_updated: "of attributes, which this client does not show",
  custom_profile_attributes_field_deleted: "of attributes, which this client does not show",
  custom_profile_attributes_values_updated: "of attributes, which this client does not show",
};

it("every event that the server announces is in a log, or there is a reason", () => {
  const server = join(process.cwd(), "../crates/server/src");
  const sources = readdirSync(server, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".rs"));
  const announced = new Set(
    sources.flatMap((path) =>
      [...readFileSync(join(server, path), "utf8").matchAll(/EventName::(\w+)/g)].map((found) => found[1]),
    ),
  );
  const names = readFileSync(join(process.cwd(), "../crates/wire/src/events/names.rs"), "utf8");
  const known = [...names.matchAll(/^ {4}(\w+) = "(\w+)",$/gm)].filter(([, name]) => announced.has(name));
  expect(known.length).toBeGreaterThan(50);
  const logged = new Set<string>(
    readdirSync(LOGS).flatMap((name) => {
      const { events } = JSON.parse(readFileSync(join(LOGS, name), "utf8")) as Log;
      return events.map(({ event }) => event);
    }),
  );
  const missing = known.flatMap(([, , event]) =>
    event && !logged.has(event) && !(event in UNRECORDED) ? [event] : [],
  );
  expect(missing).toEqual([]);
});
