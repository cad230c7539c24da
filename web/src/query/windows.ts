// Windows of posts: the part of a channel or thread that is loaded, extended at either end, bounded in between.
//
// In memory stay at most `WINDOWS_MAX` windows of `WINDOW_LEN_MAX` posts; what is dropped is a request away, and the
// newest page of each channel lies in the cache on disk.
import { get, type Query, Refusal } from "../net/rest";
import { merged } from "../state/posts";
import { type Change, channelWindow, put, threadWindow, type Window } from "../state/tables";
import type { Post, PostList } from "../wire.gen";
import { loadUsers, missingUsers } from "./load";
import { store } from "./world";

export const PAGE_LEN = 40;
const AROUND_LEN = 30;
/** Ten screens in each direction; the far end is dropped as the near one grows. */
const WINDOW_LEN_MAX = 400;
const WINDOWS_MAX = 60;
/** A longer absence is not caught up with post by post. */
const CATCH_UP_MAX = 500;

const used: string[] = [];

/** The window's turn to stay; the one that was looked at longest ago goes. */
function use(key: string): void {
  const at = used.indexOf(key);
  if (at >= 0) used.splice(at, 1);
  used.push(key);
  while (used.length > WINDOWS_MAX) {
    const old = used.shift();
    const window = old && store.get("windows", old);
    if (!window) continue;
    store.commit([put("windows", old, undefined), ...window.ids.map((id) => put("posts", id, undefined))]);
  }
}

/** Posts as changes; a post that is known keeps what this answer does not say. */
function taken(list: PostList): Change[] {
  return Object.values(list.posts).map((post) => {
    const known = store.get("posts", post.id);
    return put("posts", post.id, known && known.update_at >= post.update_at ? merged(post, known) : post);
  });
}

async function authors(list: PostList): Promise<void> {
  const ids = Object.values(list.posts).flatMap((post) => [
    post.user_id,
    ...(post.participants ?? []).map((user) => user.id),
    ...(post.metadata?.reactions ?? []).map((one) => one.user_id),
  ]);
  await loadUsers(missingUsers(ids));
}

const inOrder = (list: PostList): string[] =>
  [...list.order].reverse().filter((id) => list.posts[id] !== undefined && list.posts[id]?.delete_at === 0);

const COLLAPSED = { collapsedThreads: true, collapsedThreadsExtended: false } as const;

/** What was said in channels whose end is on its way here. */
const awaited = new Map<string, string[]>();

/** Takes note of new posts: an answer that is on its way may be older than they are. */
export function said(changes: readonly Change[]): void {
  if (awaited.size === 0) return;
  for (const one of changes) {
    if (one.table === "posts" && one.row?.root_id === "") awaited.get(one.row.channel_id)?.push(one.id);
  }
}

/** A part of a channel, with what was said while it travelled where it reaches the end. */
async function askedFor(channelId: string, path: string, query: Query): Promise<{ list: PostList; ids: string[] }> {
  const meanwhile: string[] = [];
  awaited.set(channelId, meanwhile);
  try {
    const list = await get<PostList>(path, { ...COLLAPSED, ...query });
    const ids = inOrder(list);
    const late = meanwhile.filter((id) => !ids.includes(id) && store.get("posts", id));
    return { list, ids: list.next_post_id === "" ? [...ids, ...late] : ids };
  } finally {
    if (awaited.get(channelId) === meanwhile) awaited.delete(channelId);
  }
}

const underWay = new Map<string, Promise<void>>();

/** Does what is under way already only once. */
function once(name: string, work: () => Promise<void>): Promise<void> {
  const running = underWay.get(name);
  if (running) return running;
  const promise = work().finally(() => underWay.delete(name));
  underWay.set(name, promise);
  return promise;
}

/** Opens a channel where reading stopped, or at its end. */
export const openChannel = (channelId: string): Promise<void> => once(channelId, () => openChannelNow(channelId));

async function openChannelNow(channelId: string): Promise<void> {
  const key = channelWindow(channelId);
  use(key);
  const known = store.get("windows", key);
  // What was restored from the disk may have ended long ago.
  if (known && known.loadedAt !== -1) return;
  const path = `/users/me/channels/${channelId}/posts/unread`;
  const { list, ids } = await askedFor(channelId, path, { limit_before: PAGE_LEN, limit_after: PAGE_LEN });
  const window: Window = {
    ids,
    oldest: list.prev_post_id === "",
    newest: list.next_post_id === "",
    loadedAt: 0,
  };
  store.commit([...taken(list), put("windows", key, window)]);
  await authors(list);
}

/** The end of the channel, whatever was loaded before. */
export async function jumpToEnd(channelId: string): Promise<void> {
  const { list, ids } = await askedFor(channelId, `/channels/${channelId}/posts`, { page: 0, per_page: PAGE_LEN });
  const row: Window = { ids, oldest: list.prev_post_id === "", newest: true, loadedAt: 0 };
  store.commit([...taken(list), put("windows", channelWindow(channelId), row)]);
  await authors(list);
}

/** The surroundings of one post, for permalinks and search results. */
export async function openAround(channelId: string, postId: string): Promise<void> {
  const key = channelWindow(channelId);
  use(key);
  if (store.get("windows", key)?.ids.includes(postId)) return;
  const query = { ...COLLAPSED, per_page: AROUND_LEN };
  const [before, after, target] = await Promise.all([
    get<PostList>(`/channels/${channelId}/posts`, { ...query, before: postId }),
    get<PostList>(`/channels/${channelId}/posts`, { ...query, after: postId }),
    get<Post>(`/posts/${postId}`),
  ]);
  const row: Window = {
    ids: [...inOrder(before), target.id, ...inOrder(after)],
    oldest: before.prev_post_id === "",
    newest: after.next_post_id === "",
    loadedAt: 0,
  };
  store.commit([...taken(before), ...taken(after), put("posts", target.id, target), put("windows", key, row)]);
  await Promise.all([authors(before), authors(after)]);
}

export type End = "older" | "newer";

/** One page more at an end. */
export const extend = (channelId: string, end: End): Promise<void> =>
  once(`${channelId}/${end}`, () => extendNow(channelId, end));

async function extendNow(channelId: string, end: End): Promise<void> {
  const key = channelWindow(channelId);
  const window = store.get("windows", key);
  if (!window || (end === "older" ? window.oldest : window.newest)) return;
  const edge = end === "older" ? window.ids[0] : window.ids.at(-1);
  if (edge === undefined) return;
  const side = end === "older" ? { before: edge } : { after: edge };
  const list = await get<PostList>(`/channels/${channelId}/posts`, { ...COLLAPSED, per_page: PAGE_LEN, ...side });
  const now = store.get("windows", key);
  if (!now) return;
  const known = new Set(now.ids);
  const fresh = inOrder(list).filter((id) => !known.has(id));
  const row =
    end === "older"
      ? { ...now, ids: [...fresh, ...now.ids], oldest: list.prev_post_id === "" }
      : { ...now, ids: [...now.ids, ...fresh], newest: list.next_post_id === "" };
  store.commit([...taken(list), put("windows", key, row)]);
  await authors(list);
}

/** Whether a window is over its bound, so that the end where nobody looks has to go. */
export const isOver = (channelId: string): boolean =>
  (store.get("windows", channelWindow(channelId))?.ids.length ?? 0) > WINDOW_LEN_MAX;

/** Takes what is too much away from an end. A step of its own, so that a list can hold its place meanwhile. */
export function trim(channelId: string, from: End): void {
  const key = channelWindow(channelId);
  const window = store.get("windows", key);
  const over = (window?.ids.length ?? 0) - WINDOW_LEN_MAX;
  if (!window || over <= 0) return;
  const row: Window =
    from === "newer"
      ? { ...window, ids: window.ids.slice(0, -over), newest: false }
      : { ...window, ids: window.ids.slice(over), oldest: false };
  const kept = new Set(row.ids);
  const dropped = window.ids.filter((id) => !kept.has(id)).map((id) => put("posts", id, undefined));
  store.commit([put("windows", key, row), ...dropped]);
}

/** A whole thread. */
export async function openThread(rootId: string): Promise<void> {
  const key = threadWindow(rootId);
  use(key);
  const list = await get<PostList>(`/posts/${rootId}/thread`, {
    collapsedThreads: true,
    perPage: 200,
    direction: "up",
  });
  const replies = Object.values(list.posts)
    .filter((post) => post.root_id === rootId && post.delete_at === 0)
    .sort((a, b) => a.create_at - b.create_at)
    .map((post) => post.id);
  const row: Window = { ids: replies, oldest: true, newest: true, loadedAt: 0 };
  store.commit([...taken(list), put("windows", key, row)]);
  await authors(list);
}

/** After a break that lost events: brings the windows that are shown up to date and drops the others. */
export async function catchUp(shown: readonly string[]): Promise<void> {
  const keep = new Set(shown);
  const drop = [...store.ids("windows")].filter((key) => !keep.has(key));
  store.commit(drop.map((key) => put("windows", key, undefined)));
  await Promise.all(
    shown.map((key) => (key.startsWith("c/") ? catchUpChannel(key.slice(2)) : openThread(key.slice(2)))),
  );
}

async function catchUpChannel(channelId: string): Promise<void> {
  const key = channelWindow(channelId);
  const window = store.get("windows", key);
  if (!window) return;
  const since = Math.max(0, ...window.ids.map((id) => store.get("posts", id)?.update_at ?? 0));
  const list = await get<PostList>(`/channels/${channelId}/posts`, { ...COLLAPSED, since });
  if (list.order.length >= CATCH_UP_MAX) {
    await jumpToEnd(channelId);
    return;
  }
  const gone = new Set(
    Object.values(list.posts)
      .filter((post) => post.delete_at > 0)
      .map((post) => post.id),
  );
  const known = new Set(window.ids);
  const fresh = window.newest ? inOrder(list).filter((id) => !known.has(id) && list.posts[id]?.root_id === "") : [];
  const at = (id: string) => list.posts[id]?.create_at ?? store.get("posts", id)?.create_at ?? 0;
  const ids = [...window.ids.filter((id) => !gone.has(id)), ...fresh].sort((a, b) => at(a) - at(b));
  const live = { ...list, posts: Object.fromEntries(Object.entries(list.posts).filter(([id]) => !gone.has(id))) };
  store.commit([
    ...taken(live),
    ...[...gone].map((id) => put("posts", id, undefined)),
    put("windows", key, { ...window, ids }),
  ]);
  await authors(live);
}

/** Sees to one post, as for a thread whose root is far away. */
export async function loadPost(id: string): Promise<Post | undefined> {
  const known = store.get("posts", id);
  if (known) return known;
  try {
    const post = await get<Post>(`/posts/${id}`);
    store.commit([put("posts", id, post)]);
    await loadUsers(missingUsers([post.user_id]));
    return post;
  } catch (problem) {
    if (problem instanceof Refusal) return undefined;
    throw problem;
  }
}
