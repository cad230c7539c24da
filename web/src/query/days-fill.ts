// Brings the last days of my channels onto this device, and keeps them as they are: what was missed is asked for, one
// channel after the other and without haste; what happens from there on is heard.
import { createEffect, createRoot, on } from "solid-js";
import { held, type WireEvent } from "../net/events";
import { get, Refusal } from "../net/rest";
import type { Post, PostList } from "../wire.gen";
import { type Days, daysOf, floor } from "./days";
import { hear } from "./heard";
import { loadUsers, missingUsers } from "./load";
import { caughtUp, link, store } from "./world";

/** Those that were looked at last. */
const CHANNELS_MAX = 100;
const PAGE_LEN = 200;
/** Of a channel where more was said, the latest are kept. */
const PAGES_MAX = 10;
/** Where more changed, the channel is asked for anew; the server tells of no more than a thousand. */
const CHANGES_MAX = 500;
/** Between two channels: this has time. */
const PAUSE_MS = 400;

/** Keeps the days of a user until it is stopped, in one tab of the browser for all. */
export function fillDays(userId: string): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  navigator.locks
    .request("muster.days", { signal }, () => keep(userId, signal))
    // Stopped while another tab did it, or without storage.
    .catch(() => undefined);
  return () => ending.abort();
}

async function keep(userId: string, signal: AbortSignal): Promise<void> {
  const days = await daysOf(userId);
  /** Channels of which all that happens is heard, so that nothing is missing. */
  const followed = new Set<string>();
  /** What an answer that was on its way may still have. */
  const gone = new Set<string>();
  const stopHearing = hear((event) => {
    const post = postOf(event);
    if (!post || !followed.has(post.channel_id) || post.create_at < floor()) return;
    if (post.delete_at > 0) gone.add(post.id);
    days.write(post.channel_id, [post]).catch(() => undefined);
  });
  let turn = 0;
  const fill = async () => {
    turn += 1;
    const mine = turn;
    for (const id of wanted()) {
      if (signal.aborted || mine !== turn) return;
      if (followed.has(id)) continue;
      followed.add(id);
      try {
        await bring(days, id, gone);
      } catch (problem) {
        followed.delete(id);
        // The network is away, or the disk is full.
        if (!(problem instanceof Refusal)) return;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    await days.keepOnly(new Set(store.ids("channels")));
    await days.prune();
  };
  const dispose = createRoot((dispose) => {
    createEffect(on(caughtUp, () => followed.clear()));
    createEffect(on([caughtUp, link], ([, now]) => now === "open" && void fill().catch(() => undefined)));
    return dispose;
  });
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  dispose();
  stopHearing();
}

/** The post that an event tells of, as it is now. */
function postOf(event: WireEvent): Post | undefined {
  switch (event.event) {
    case "posted":
    case "post_edited":
      return held<Post>(event.data.post as string);
    case "post_deleted": {
      const post = held<Post>(event.data.post as string);
      return { ...post, delete_at: post.delete_at || Date.now() };
    }
    case "reaction_added":
    case "reaction_removed":
      // Where it is not in memory, the next change asked for brings it.
      return store.get("posts", held<{ post_id: string }>(event.data.reaction as string).post_id);
    default:
      return undefined;
  }
}

/** My channels with something to keep, those that I looked at last first. */
function wanted(): string[] {
  const since = floor();
  const viewed = (id: string) => store.get("members", id)?.last_viewed_at ?? 0;
  return [...store.ids("channels")]
    .filter((id) => {
      const channel = store.get("channels", id);
      return channel?.delete_at === 0 && channel.last_post_at >= since && store.get("members", id) !== undefined;
    })
    .sort((a, b) => viewed(b) - viewed(a))
    .slice(0, CHANNELS_MAX);
}

/** Brings a channel up to date: what changed since the last time, or all of its days. */
async function bring(days: Days, channelId: string, gone: ReadonlySet<string>): Promise<void> {
  const known = await days.reach(channelId);
  const changed = known && (await changesSince(channelId, known.until));
  if (!changed) await days.forget(channelId);
  const { posts, from } = changed ? { posts: changed, from: known.from } : await lastDays(channelId);
  const kept = posts.filter(({ id, create_at }) => create_at >= floor() && !gone.has(id));
  // By the server's clock, which may be another one than ours.
  const until = Math.max(known?.until ?? 0, ...posts.map(({ update_at }) => update_at));
  await days.write(channelId, kept, { from, until });
  await loadUsers(missingUsers(kept.map(({ user_id }) => user_id)));
}

/** What changed, deleted posts among it; nothing where that is too much. */
async function changesSince(channelId: string, since: number): Promise<readonly Post[] | undefined> {
  const list = await get<PostList>(`/channels/${channelId}/posts`, { since });
  return list.order.length < CHANGES_MAX ? Object.values(list.posts) : undefined;
}

/** All that was said, as far back as it is kept, and from where on that is all. */
async function lastDays(channelId: string): Promise<{ posts: readonly Post[]; from: number }> {
  const posts = new Map<string, Post>();
  let from = floor();
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const list = await get<PostList>(`/channels/${channelId}/posts`, { page, per_page: PAGE_LEN });
    for (const post of Object.values(list.posts)) posts.set(post.id, post);
    const oldest = list.posts[list.order.at(-1) ?? ""]?.create_at ?? 0;
    if (list.order.length < PAGE_LEN || oldest < floor()) return { posts: [...posts.values()], from: floor() };
    from = oldest;
  }
  return { posts: [...posts.values()], from };
}
