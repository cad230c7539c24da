// The cache on disk: what was seen last is shown first, before the server has answered.
//
// One IndexedDB per user. Rows lie in buckets, so that one channel of ten thousand that was read writes a few dozen rows
// and not all; windows lie one by one with their posts. Nothing here is the truth: it is replaced by what loads, and it is
// deleted at sign-out. When storage is off or full, everything works without it.
import { type Change, put, type Rows, type TableName, type Window } from "../state/tables";
import type { Post } from "../wire.gen";
import { forgetDays } from "./kept-days";
import { config, setConfig, store } from "./world";

const VERSION = 2;
const KEPT = [
  "users",
  "teams",
  "teamMembers",
  "channels",
  "members",
  "preferences",
  "categories",
  "threadTotals",
  "drafts",
  "bookmarks",
] as const;
type Kept = (typeof KEPT)[number];
const KEPT_TABLES: ReadonlySet<TableName> = new Set(KEPT);
/** Channels whose newest posts are kept. */
const WINDOWS_KEPT = 50;
const POSTS_KEPT = 60;
const USERS_KEPT = 10_000;
/** Changes of this long are written at once, when the tab has nothing else to do. */
const WRITE_MS = 1_500;
/** Of one table. With ten thousand rows a bucket has some eighty, which are copied in half a millisecond. */
const BUCKETS = 128;
/** Buckets, and windows, that are written before the page gets its turn again. */
const AT_ONCE = 8;
const USER_KEY = "muster.user";

let database: IDBDatabase | undefined;
const dirtyBuckets = new Map<Kept, Set<number>>();
const dirtyWindows = new Set<string>();
let timer: number | undefined;

export function rememberedUser(): string {
  try {
    return localStorage.getItem(USER_KEY) ?? "";
  } catch {
    return "";
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function open(userId: string): Promise<IDBDatabase | undefined> {
  try {
    const request = indexedDB.open(`muster-${userId}`, VERSION);
    request.onupgradeneeded = () => {
      const there = request.result.objectStoreNames;
      // What an older version kept of the server is loaded again.
      for (const name of ["tables", "windows"]) if (there.contains(name)) request.result.deleteObjectStore(name);
      request.result.createObjectStore("tables");
      const windows = request.result.createObjectStore("windows");
      windows.createIndex("at", "at");
      if (!there.contains("pending")) request.result.createObjectStore("pending");
    };
    // An older tab may hold on to what it has; this one does without until that is closed.
    const opened = await Promise.race([
      done(request),
      new Promise<undefined>((resolve) => {
        request.onblocked = () => resolve(undefined);
      }),
    ]);
    if (opened) opened.onversionchange = () => opened.close();
    return opened;
  } catch {
    // Private windows and full disks: everything comes from the server then.
    return undefined;
  }
}

interface KeptWindow {
  readonly at: number;
  readonly window: Window;
  readonly posts: readonly Post[];
}

/** Opens the user's cache and shows what is in it; whether there was anything. */
export async function openCache(userId: string): Promise<boolean> {
  database?.close();
  database = await open(userId);
  if (!database) return false;
  try {
    const tables = database.transaction("tables").objectStore("tables");
    const [keptConfig, ...kept] = await Promise.all([
      done(tables.get("config") as IDBRequest<Record<string, string> | undefined>),
      ...KEPT.map((name) => done(tables.getAll(bucketsOf(name)) as IDBRequest<[string, Rows[Kept]][][]>)),
    ]);
    const changes: Change[] = [];
    // Who is known already has been loaded, and that is newer.
    const all = keptConfig !== undefined && store.me === "";
    KEPT.forEach((name, at) => {
      for (const [id, row] of (kept[at] ?? []).flat()) {
        // Without the rest, what was written here and never told is all that is worth keeping.
        if (!all && (row as Rows["drafts"]).unsaved !== true) continue;
        changes.push(put(name, id, row as Rows[typeof name]));
      }
    });
    if (all) {
      store.me = userId;
      setConfig(keptConfig);
    }
    store.commit(changes);
    return all && store.get("users", userId) !== undefined;
  } catch {
    return false;
  }
}

/** Shows a channel's posts as they were seen last, when nothing newer is here. */
export async function restoreWindow(key: string): Promise<void> {
  if (!database || store.get("windows", key)) return;
  try {
    const record = (await done(database.transaction("windows").objectStore("windows").get(key))) as
      | KeptWindow
      | undefined;
    if (!record || store.get("windows", key)) return;
    // Whether it still ends where the channel does is not known until the server was asked.
    const window: Window = { ...record.window, loadedAt: -1 };
    store.commit([...record.posts.map((post) => put("posts", post.id, post)), put("windows", key, window)]);
  } catch {
    // The server has it.
  }
}

/** Keeps what changes from here on; returns what stops it. */
export function keepCache(userId: string): () => void {
  try {
    localStorage.setItem(USER_KEY, userId);
  } catch {
    // The next visit begins with a request, then.
  }
  const stopWatching = store.watch((changes) => {
    for (const one of changes) {
      if (KEPT_TABLES.has(one.table)) mark(one.table as Kept, one.id);
      else if (one.table === "windows") dirtyWindows.add(one.id);
      else if (one.table === "posts" && one.row) dirtyWindows.add(`c/${one.row.channel_id}`);
    }
    writeSoon(WRITE_MS);
  });
  // A tab that goes may not come back; what was typed last is in no table yet.
  const onHide = () => writeLast();
  window.addEventListener("pagehide", onHide);
  document.addEventListener("visibilitychange", onHide);
  return () => {
    stopWatching();
    window.removeEventListener("pagehide", onHide);
    document.removeEventListener("visibilitychange", onHide);
  };
}

/** The bucket of an id. The last letters of ids are the most different ones. */
function bucketOf(id: string): number {
  const end = id.length;
  return (id.charCodeAt(end - 2) * 31 + id.charCodeAt(end - 3) * 7 + id.charCodeAt(end - 1)) % BUCKETS || 0;
}

const bucketKey = (name: Kept, bucket: number) => `${name}/${bucket}`;

const bucketsOf = (name: Kept) => IDBKeyRange.bound(`${name}/`, `${name}0`, false, true);

function mark(name: Kept, id: string): void {
  const dirty = dirtyBuckets.get(name) ?? new Set();
  dirtyBuckets.set(name, dirty.add(bucketOf(id)));
}

function writeSoon(after: number): void {
  if (timer !== undefined) return;
  timer = window.setTimeout(() => {
    timer = undefined;
    if ("requestIdleCallback" in window) window.requestIdleCallback(() => write(), { timeout: WRITE_MS });
    else write();
  }, after);
}

/** Some of what changed; the rest in the next quiet moment. */
function write(): void {
  const transaction = database && writeIn(database, AT_ONCE);
  if (!transaction) return;
  dropOld(transaction.objectStore("windows"));
  if (dirtyBuckets.size + dirtyWindows.size > 0) writeSoon(0);
}

/** At once and complete, as the page that waits for a transaction to end by itself is gone by then. */
function writeLast(): void {
  const transaction = database && writeIn(database, Number.POSITIVE_INFINITY);
  transaction?.commit();
}

/** Takes dirty buckets of one table, at most so many. */
function takeBuckets(most: number): { name: Kept; buckets: ReadonlySet<number> } | undefined {
  for (const [name, dirty] of dirtyBuckets) {
    const buckets = new Set([...dirty].slice(0, most));
    for (const bucket of buckets) dirty.delete(bucket);
    if (dirty.size === 0) dirtyBuckets.delete(name);
    return { name, buckets };
  }
  return undefined;
}

function writeIn(open: IDBDatabase, most: number): IDBTransaction | undefined {
  if (dirtyBuckets.size + dirtyWindows.size === 0) return undefined;
  try {
    const transaction = open.transaction(["tables", "windows"], "readwrite");
    const tables = transaction.objectStore("tables");
    tables.put({ ...config() }, "config");
    for (let left = most; left > 0; ) {
      const taken = takeBuckets(left);
      if (!taken) break;
      left -= taken.buckets.size;
      for (const [bucket, rows] of rowsOf(taken.name, taken.buckets)) tables.put(rows, bucketKey(taken.name, bucket));
    }
    const windows = transaction.objectStore("windows");
    for (const key of [...dirtyWindows].slice(0, most)) {
      dirtyWindows.delete(key);
      const kept = keptWindow(key);
      if (kept) windows.put(kept, key);
    }
    return transaction;
  } catch {
    // The database was closed by a newer tab or deleted by the browser.
    database = undefined;
    return undefined;
  }
}

/** What these buckets hold now. */
function rowsOf(name: Kept, buckets: ReadonlySet<number>): Map<number, [string, Rows[Kept]][]> {
  const found = new Map([...buckets].map((bucket) => [bucket, [] as [string, Rows[Kept]][]]));
  for (const id of store.ids(name)) {
    const rows = found.get(bucketOf(id));
    const row = rows && store.get(name, id);
    const isFull = name === "users" && (rows?.length ?? 0) >= USERS_KEPT / BUCKETS;
    if (row !== undefined && !isFull) rows?.push([id, row]);
  }
  return found;
}

/** The newest posts of a channel; windows elsewhere in time are not what a visit begins with. */
function keptWindow(key: string): KeptWindow | undefined {
  const window = store.get("windows", key);
  if (!window?.newest || !key.startsWith("c/")) return undefined;
  const ids = window.ids.slice(-POSTS_KEPT);
  const posts = ids.flatMap((id) => store.get("posts", id) ?? []);
  return {
    at: Date.now(),
    window: { ...window, ids, oldest: window.oldest && ids.length === window.ids.length },
    posts,
  };
}

function dropOld(windows: IDBObjectStore): void {
  const counting = windows.count();
  counting.onsuccess = () => {
    let over = counting.result - WINDOWS_KEPT;
    if (over <= 0) return;
    const cursor = windows.index("at").openCursor();
    cursor.onsuccess = () => {
      const here = cursor.result;
      if (!here || over-- <= 0) return;
      here.delete();
      here.continue();
    };
  };
}

type Pending = Rows["pending"];

/** Keeps one post that is on its way, or forgets it; other tabs keep theirs beside it. */
export function keepPending(id: string, row: Pending | undefined): void {
  try {
    const pending = database?.transaction("pending", "readwrite").objectStore("pending");
    if (row) pending?.put(row, id);
    else pending?.delete(id);
  } catch {
    // Without storage the outbox lives as long as the tab.
  }
}

export async function keptPending(): Promise<readonly Pending[]> {
  if (!database) return [];
  try {
    return await done(database.transaction("pending").objectStore("pending").getAll() as IDBRequest<Pending[]>);
  } catch {
    return [];
  }
}

function forgetUser(userId: string): void {
  forgetDays(userId);
  window.clearTimeout(timer);
  timer = undefined;
  dirtyBuckets.clear();
  dirtyWindows.clear();
  try {
    localStorage.removeItem(USER_KEY);
  } catch {
    // There was nothing to forget.
  }
}

/** Forgets everything of the user who signs out. */
export function dropCache(userId: string): void {
  forgetUser(userId);
  database?.close();
  database = undefined;
  try {
    indexedDB.deleteDatabase(`muster-${userId}`);
  } catch {
    // There was nothing to forget.
  }
}

/** Forgets what the server told, when it ended the session; what was written here waits for the next one. */
export async function dropTold(userId: string): Promise<void> {
  const drafts = rowsOf("drafts", new Set(Array.from({ length: BUCKETS }, (_, bucket) => bucket)));
  forgetUser(userId);
  database ??= await open(userId);
  try {
    const transaction = database?.transaction(["tables", "windows"], "readwrite");
    transaction?.objectStore("windows").clear();
    const tables = transaction?.objectStore("tables");
    tables?.clear();
    for (const [bucket, rows] of drafts) {
      const unsaved = rows.filter(([, row]) => (row as Rows["drafts"]).unsaved);
      if (unsaved.length > 0) tables?.put(unsaved, bucketKey("drafts", bucket));
    }
  } catch {
    // The database is gone already.
  }
}
