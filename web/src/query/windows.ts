// Windows of posts: the part of a channel or thread that is loaded, extended at either end, bounded in between.
//
// In memory stay at most `WINDOWS_MAX` windows of `WINDOW_LEN_MAX` posts; what is dropped is a request away, and the
// newest page of each channel lies in the cache on disk.
import { get, type Query, Refusal, Unreachable } from "../net/rest";
import { byAge } from "../state/order";
import { merged } from "../state/posts";
import { type Change, channelWindow, put, threadWindow, type Window } from "../state/tables";
import type { Post, PostList } from "../wire.gen";
import { keepsDays } from "./kept-days";
import { loadUsers, missingUsers } from "./load";
import { inOrder, type KeptPlace, keptPart, type Part, partOf } from "./parts";
import { store } from "./world";

export const PAGE_LEN = 40;
const AROUND_LEN = 30;
/** The most that the server gives of a thread at once; nearly every thread is shorter. */
const REPLIES_LEN = 200;
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
function taken(list: Pick<PostList, "posts">): Change[] {
  return Object.values(list.posts).map((post) => {
    const known = store.get("posts", post.id);
    return put("posts", post.id, known && known.update_at >= post.update_at ? merged(post, known) : post);
  });
}

async function authors(list: Pick<PostList, "posts">): Promise<void> {
  const ids = Object.values(list.posts).flatMap((post) => [
    post.user_id,
    ...(post.participants ?? []).map((user) => user.id),
    ...(post.metadata?.reactions ?? []).map((one) => one.user_id),
  ]);
  await loadUsers(missingUsers(ids));
}

const COLLAPSED = { collapsedThreads: true, collapsedThreadsExtended: false } as const;

/** What was said in windows of which a part is on its way here: a list for each request. */
const awaited = new Map<string, Set<string[]>>();

/** Takes note of new posts: an answer that is on its way may be older than they are. */
export function said(changes: readonly Change[]): void {
  if (awaited.size === 0) return;
  for (const one of changes) {
    if (one.table !== "posts" || !one.row) continue;
    const key = one.row.root_id === "" ? channelWindow(one.row.channel_id) : threadWindow(one.row.root_id);
    for (const meanwhile of awaited.get(key) ?? []) meanwhile.push(one.id);
  }
}

/** What was kept here may have ended long ago, as what was restored. */
const whole = ({ ids, oldest, newest, isKept }: Part): Window => ({ ids, oldest, newest, loadedAt: isKept ? -1 : 0 });

/** Asks for a part of a window and writes it, with what was said while it travelled where it reaches the end. What
 * `fitted` makes nothing of is forgotten: the window is another one by now. Where the server cannot be reached, it is
 * what this device kept of the last days at `place`. */
async function askedFor(
  key: string,
  place: KeptPlace | undefined,
  ask: () => Promise<Part>,
  fitted: (part: Part) => Window | undefined,
): Promise<void> {
  const meanwhile: string[] = [];
  const waiting = awaited.get(key) ?? new Set();
  awaited.set(key, waiting.add(meanwhile));
  let part: Part;
  try {
    part = await ask().catch((problem: unknown) => keptInstead(key, place, problem));
  } finally {
    waiting.delete(meanwhile);
    if (waiting.size === 0) awaited.delete(key);
  }
  const row = fitted(part.newest ? { ...part, ids: withLate(part, meanwhile) } : part);
  if (!row) return;
  store.commit([...part.lists.flatMap(taken), put("windows", key, row)]);
  await Promise.all(part.lists.map(authors));
}

async function keptInstead(key: string, place: KeptPlace | undefined, problem: unknown): Promise<Part> {
  if (!(problem instanceof Unreachable) || !place || !keepsDays()) throw problem;
  const rootId = key.startsWith("c/") ? "" : key.slice(2);
  const channelId = rootId === "" ? key.slice(2) : store.get("posts", rootId)?.channel_id;
  const { daysOf } = await import("./days");
  const kept = await (await daysOf(store.me)).read(channelId ?? "");
  const part = keptPart(kept, rootId, place, rootId === "" ? PAGE_LEN : REPLIES_LEN);
  const last = (of: { readonly ids: readonly string[] } | undefined) => {
    const id = of?.ids.at(-1) ?? "";
    return (part?.lists[0]?.posts[id] ?? store.get("posts", id))?.create_at ?? 0;
  };
  // What was restored of the last visit is as good.
  if (!part || (place === "end" && last(part) <= last(store.get("windows", key)))) throw problem;
  return part;
}

/** The posts of a part that reaches the end, and those that were said meanwhile, by their times. */
function withLate(part: Part, meanwhile: readonly string[]): readonly string[] {
  const known = new Set(part.ids);
  const at = (id: string) => part.lists.find((list) => list.posts[id])?.posts[id] ?? store.get("posts", id);
  const time = (id: string) => at(id)?.create_at ?? 0;
  const [first] = part.ids;
  // The root of a reply that was just counted is none that was said just now.
  const isHere = (id: string) => part.oldest || first === undefined || time(id) >= time(first);
  const late = meanwhile.filter((id) => !known.has(id) && store.get("posts", id) && isHere(id));
  if (late.length === 0) return part.ids;
  return [...part.ids, ...late].sort((a, b) => byAge({ id: a, create_at: time(a) }, { id: b, create_at: time(b) }));
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
  const query = { ...COLLAPSED, limit_before: PAGE_LEN, limit_after: PAGE_LEN };
  await askedFor(key, "end", async () => partOf(await get<PostList>(path, query)), whole);
}

/** The end of the channel, whatever was loaded before. */
export function jumpToEnd(channelId: string): Promise<void> {
  const query = { ...COLLAPSED, page: 0, per_page: PAGE_LEN };
  const ask = async () => ({ ...partOf(await get<PostList>(`/channels/${channelId}/posts`, query)), newest: true });
  return askedFor(channelWindow(channelId), "end", ask, whole);
}

/** The surroundings of one post, for permalinks and search results. */
export async function openAround(channelId: string, postId: string): Promise<void> {
  const key = channelWindow(channelId);
  use(key);
  if (store.get("windows", key)?.ids.includes(postId)) return;
  await askedFor(key, { around: postId }, () => partAround(channelId, postId), whole);
}

async function partAround(channelId: string, postId: string): Promise<Part> {
  const path = `/channels/${channelId}/posts`;
  const query = { ...COLLAPSED, per_page: AROUND_LEN };
  const [before, after, thread] = await Promise.all([
    get<PostList>(path, { ...query, before: postId }),
    get<PostList>(path, { ...query, after: postId }),
    // A post alone does not say who takes part in its thread, and whether I follow it.
    get<PostList>(`/posts/${postId}/thread`, { ...COLLAPSED, perPage: 1 }),
  ]);
  const target = thread.posts[postId] ?? (await get<Post>(`/posts/${postId}`));
  return {
    lists: [before, { ...after, posts: { ...after.posts, [target.id]: target } }],
    ids: [...inOrder(before), target.id, ...inOrder(after)],
    oldest: before.prev_post_id === "",
    newest: after.next_post_id === "",
  };
}

export type End = "older" | "newer";

/** One page more at an end of a channel or thread. */
export const extend = (key: string, end: End): Promise<void> => once(`${key}/${end}`, () => extendNow(key, end));

async function extendNow(key: string, end: End): Promise<void> {
  const window = store.get("windows", key);
  if (!window || (end === "older" ? window.oldest : window.newest)) return;
  const edgeOf = (one: Window) => (end === "older" ? one.ids[0] : one.ids.at(-1));
  const edge = edgeOf(window);
  if (edge === undefined) return;
  const ask = () => (key.startsWith("c/") ? channelPage(key.slice(2), edge, end) : threadPage(key.slice(2), edge, end));
  await askedFor(key, end === "older" ? { before: edge } : { after: edge }, ask, (part) => {
    const now = store.get("windows", key);
    // What was jumped or cut meanwhile does not go on where this page begins.
    if (!now || edgeOf(now) !== edge) return undefined;
    const known = new Set(now.ids);
    const fresh = part.ids.filter((id) => !known.has(id));
    return end === "older"
      ? { ...now, ids: [...fresh, ...now.ids], oldest: part.oldest }
      : { ...now, ids: [...now.ids, ...fresh], newest: part.newest };
  });
}

async function channelPage(channelId: string, edge: string, end: End): Promise<Part> {
  const side: Query = end === "older" ? { before: edge } : { after: edge };
  const list = await get<PostList>(`/channels/${channelId}/posts`, { ...COLLAPSED, per_page: PAGE_LEN, ...side });
  const part = partOf(list);
  return end === "older" ? { ...part, newest: false } : { ...part, oldest: false };
}

/** Whether a window is over its bound, so that the end where nobody looks has to go. */
export const isOver = (key: string): boolean => (store.get("windows", key)?.ids.length ?? 0) > WINDOW_LEN_MAX;

/** Takes what is too much away from an end. A step of its own, so that a list can hold its place meanwhile. */
export function trim(key: string, from: End): void {
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

/** The newest replies of a thread, whatever was loaded before. */
export const openThread = (rootId: string): Promise<void> =>
  once(threadWindow(rootId), async () => {
    const key = threadWindow(rootId);
    use(key);
    await askedFor(key, "end", () => repliesBefore(rootId, {}), whole);
  });

/** Replies of a thread by time; the root comes with each answer and is none of them. */
async function repliesOf(rootId: string, query: Query): Promise<{ list: PostList; ids: string[] }> {
  const list = await get<PostList>(`/posts/${rootId}/thread`, {
    collapsedThreads: true,
    perPage: REPLIES_LEN,
    ...query,
  });
  const ids = Object.values(list.posts)
    .filter((post) => post.root_id === rootId && post.delete_at === 0)
    .sort(byAge)
    .map((post) => post.id);
  return { list, ids };
}

async function repliesBefore(rootId: string, from: Query): Promise<Part> {
  const { list, ids } = await repliesOf(rootId, { direction: "up", ...from });
  return { lists: [list], ids, oldest: list.has_next !== true, newest: from.fromPost === undefined };
}

async function repliesAfter(rootId: string, from: Query): Promise<Part> {
  const { list, ids } = await repliesOf(rootId, { direction: "down", ...from });
  return { lists: [list], ids, oldest: from.fromCreateAt === undefined, newest: list.has_next !== true };
}

function threadPage(rootId: string, edge: string, end: End): Promise<Part> {
  const from = { fromPost: edge, fromCreateAt: store.get("posts", edge)?.create_at };
  return end === "older" ? repliesBefore(rootId, from) : repliesAfter(rootId, from);
}

/** After a break that lost events: brings the windows that are shown up to date and drops the others. */
export async function catchUp(shown: readonly string[]): Promise<void> {
  const keep = new Set(shown);
  const drop = [...store.ids("windows")].filter((key) => !keep.has(key));
  store.commit(drop.map((key) => put("windows", key, undefined)));
  await Promise.all(
    shown.map((key) => (key.startsWith("c/") ? catchUpChannel(key.slice(2)) : catchUpThread(key.slice(2)))),
  );
}

async function catchUpChannel(channelId: string): Promise<void> {
  const key = channelWindow(channelId);
  const before = store.get("windows", key);
  if (!before) return;
  const since = Math.max(0, ...before.ids.map((id) => store.get("posts", id)?.update_at ?? 0));
  const list = await get<PostList>(`/channels/${channelId}/posts`, { ...COLLAPSED, since });
  if (list.order.length >= CATCH_UP_MAX) {
    await jumpToEnd(channelId);
    return;
  }
  // An older page may have come while this one travelled.
  const window = store.get("windows", key);
  if (!window) return;
  const gone = new Set(
    Object.values(list.posts)
      .filter((post) => post.delete_at > 0)
      .map((post) => post.id),
  );
  const known = new Set(window.ids);
  const placed = (id: string) => ({ id, create_at: (list.posts[id] ?? store.get("posts", id))?.create_at ?? 0 });
  const first = window.oldest ? 0 : placed(window.ids[0] ?? "").create_at;
  // What was edited and is older than all that is loaded is found again when reading gets there.
  const isFresh = (id: string) =>
    !known.has(id) && list.posts[id]?.root_id === "" && placed(id).create_at >= first && window.newest;
  const fresh = inOrder(list).filter(isFresh);
  const ids = [...window.ids.filter((id) => !gone.has(id)), ...fresh].sort((a, b) => byAge(placed(a), placed(b)));
  const live = { ...list, posts: Object.fromEntries(Object.entries(list.posts).filter(([id]) => !gone.has(id))) };
  store.commit([
    ...taken(live),
    ...[...gone].map((id) => put("posts", id, undefined)),
    put("windows", key, { ...window, ids }),
  ]);
  await authors(live);
}

/** What is loaded of a thread, anew; a thread that grew too much meanwhile begins at its end again. */
async function catchUpThread(rootId: string): Promise<void> {
  const key = threadWindow(rootId);
  const window = store.get("windows", key);
  const [first] = window?.ids ?? [];
  if (!window || first === undefined || window.ids.length <= REPLIES_LEN) return openThread(rootId);
  const begin = window.oldest ? undefined : (store.get("posts", first)?.create_at ?? 1) - 1;
  const ask = async () => {
    let part = await repliesAfter(rootId, { fromCreateAt: begin });
    while (!part.newest && part.ids.length < window.ids.length + (window.newest ? CATCH_UP_MAX : 0)) {
      const last = part.ids.at(-1) ?? "";
      const at = part.lists.at(-1)?.posts[last]?.create_at;
      const next = await repliesAfter(rootId, { fromPost: last, fromCreateAt: at });
      part = { ...next, lists: [...part.lists, ...next.lists], ids: [...part.ids, ...next.ids], oldest: part.oldest };
    }
    return part;
  };
  let isBehind = false;
  await askedFor(key, undefined, ask, (part) => {
    isBehind = window.newest && !part.newest;
    return whole(part);
  });
  if (isBehind) await openThread(rootId);
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
