// The last days of channels on this device, to be read without a network: posts by channel and day, in a database of
// their own. Of a channel it holds all that was said from some time on, so that nothing in between is missing.
//
// Knows no server; `days-fill` brings what lies here, and `windows` reads it where the server cannot be reached.
import { byAge } from "../state/order";
import type { Post } from "../wire.gen";
import { daysName } from "./kept-days";

const DAYS = 30;
const DAY_MS = 86_400_000;
/** Of all channels together, as characters of JSON; the oldest days go first. */
const CHARS_MAX = 50_000_000;
const VERSION = 1;
/** Where the `reach` of no channel stands: from where on days lie here at all. */
const EVERY = "";

/** All that was said from one time on is kept, as it stood when the server was asked for changes up to another. */
export interface Reach {
  readonly from: number;
  readonly until: number;
}

interface Day {
  readonly day: number;
  readonly chars: number;
  readonly posts: readonly Post[];
}

export interface Days {
  reach(channelId: string): Promise<Reach | undefined>;
  /** Writes posts in place of older versions, and takes deleted ones out, with their answers. */
  write(channelId: string, posts: readonly Post[], reach?: Reach): Promise<void>;
  /** All that is kept of a channel, the oldest first. */
  read(channelId: string): Promise<readonly Post[]>;
  forget(channelId: string): Promise<void>;
  /** Forgets all channels but these. */
  keepOnly(channelIds: ReadonlySet<string>): Promise<void>;
  /** Forgets what is too old, and the oldest days while there is too much. */
  prune(): Promise<void>;
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS);
/** The first moment that is kept today. */
export const floor = (): number => (dayOf(Date.now()) - DAYS) * DAY_MS;

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

const rangeOf = (channelId: string) => IDBKeyRange.bound([channelId, 0], [channelId, Number.POSITIVE_INFINITY]);

let opened: { readonly userId: string; readonly days: Promise<Days> } | undefined;

/** The days of a user; opened once. */
export function daysOf(userId: string): Promise<Days> {
  if (opened?.userId !== userId) opened = { userId, days: open(userId) };
  return opened.days;
}

async function open(userId: string): Promise<Days> {
  const request = indexedDB.open(daysName(userId), VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("days").createIndex("size", ["day", "chars"]);
    request.result.createObjectStore("reach");
  };
  const database = await done(request);
  // Whoever signs out, here or in another tab, deletes it.
  database.onversionchange = () => {
    database.close();
    opened = undefined;
  };
  const reachOf = async (channelId: string) =>
    (await done(database.transaction("reach").objectStore("reach").get(channelId))) as Reach | undefined;
  return {
    reach: reachOf,
    write: (channelId, posts, reach) => write(database, channelId, posts, reach),
    forget: (channelId) => forget(database, (id) => id === channelId),
    keepOnly: (channelIds) => forget(database, (id) => !channelIds.has(id)),
    prune: () => prune(database),
    async read(channelId) {
      const [reach, every] = await Promise.all([reachOf(channelId), reachOf(EVERY)]);
      if (!reach) return [];
      const from = Math.max(reach.from, every?.from ?? 0, floor());
      const days = (await done(database.transaction("days").objectStore("days").getAll(rangeOf(channelId)))) as Day[];
      const posts = days.flatMap((one) => one.posts).filter((post) => post.create_at >= from);
      return posts.sort(byAge);
    },
  };
}

async function write(database: IDBDatabase, channelId: string, posts: readonly Post[], reach?: Reach): Promise<void> {
  const byDay = new Map<number, Post[]>();
  for (const post of posts) {
    const day = dayOf(post.create_at);
    byDay.set(day, [...(byDay.get(day) ?? []), post]);
  }
  const transaction = database.transaction(["days", "reach"], "readwrite");
  const days = transaction.objectStore("days");
  for (const [day, changed] of byDay) {
    const key = [channelId, day];
    const before = (await done(days.get(key))) as Day | undefined;
    const rows = new Map((before?.posts ?? []).map((post) => [post.id, post]));
    for (const post of changed) {
      const known = rows.get(post.id);
      if (post.delete_at > 0) rows.delete(post.id);
      else if (!known || known.update_at <= post.update_at) rows.set(post.id, post);
    }
    const kept = [...rows.values()];
    if (kept.length === 0) days.delete(key);
    else days.put({ day, chars: JSON.stringify(kept).length, posts: kept } satisfies Day, key);
  }
  const gone = new Set(posts.flatMap((post) => (post.delete_at > 0 && post.root_id === "" ? post.id : [])));
  if (gone.size > 0) await dropAnswers(days, channelId, gone);
  if (reach) transaction.objectStore("reach").put(reach, channelId);
  await ended(transaction);
}

/** The answers go with what they answer, and nobody tells of each. */
async function dropAnswers(days: IDBObjectStore, channelId: string, roots: ReadonlySet<string>): Promise<void> {
  for (const kept of (await done(days.getAll(rangeOf(channelId)))) as Day[]) {
    const posts = kept.posts.filter((post) => !roots.has(post.root_id));
    if (posts.length < kept.posts.length) days.put({ ...kept, posts } satisfies Day, [channelId, kept.day]);
  }
}

async function forget(database: IDBDatabase, isOne: (channelId: string) => boolean): Promise<void> {
  const transaction = database.transaction(["days", "reach"], "readwrite");
  const reach = transaction.objectStore("reach");
  for (const id of (await done(reach.getAllKeys())) as string[]) {
    if (id === EVERY || !isOne(id)) continue;
    reach.delete(id);
    transaction.objectStore("days").delete(rangeOf(id));
  }
  await ended(transaction);
}

async function prune(database: IDBDatabase): Promise<void> {
  const transaction = database.transaction(["days", "reach"], "readwrite");
  const days = transaction.objectStore("days");
  let left = CHARS_MAX;
  /** Days up to this one go. */
  let last = dayOf(floor()) - 1;
  const keys = new Map<IDBValidKey, number>();
  // The newest first: what does not fit any more, and all before it, goes.
  const cursor = days.index("size").openKeyCursor(null, "prev");
  await new Promise<void>((resolve, reject) => {
    cursor.onerror = () => reject(cursor.error);
    cursor.onsuccess = () => {
      const here = cursor.result;
      if (!here) return resolve();
      const [day, chars] = here.key as [number, number];
      left -= chars;
      if (left < 0) last = Math.max(last, day);
      keys.set(here.primaryKey, day);
      here.continue();
    };
  });
  for (const [key, day] of keys) if (day <= last) days.delete(key);
  if (left < 0) transaction.objectStore("reach").put({ from: (last + 1) * DAY_MS, until: 0 } satisfies Reach, EVERY);
  await ended(transaction);
}
