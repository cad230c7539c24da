// Recorded event logs: what was known before, taken through the events, is what a fresh load gave after them. The same
// files test the reducer of the Rust client; `tests/record.mjs` makes them anew from a running server.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { WireEvent } from "../net/events";
import type { Categories, Channel, ChannelMember, Draft, Post, Preference, User } from "../wire.gen";
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
    return row && [row.message, row.edit_at, row.is_pinned, reactions];
  };
  const window = store.get("windows", channelWindow(log.watched))?.ids ?? [];
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
