// The cache on disk: what was seen last is shown first, before the server has answered.
//
// One IndexedDB per user. Tables that are small are kept whole, windows one by one with their posts. Nothing here is the
// truth: it is replaced by what loads, and it is deleted at sign-out. When storage is off or full, everything works
// without it.
import { type Change, put, type Rows, type TableName, type Window } from "../state/tables";
import type { Post } from "../wire.gen";
import { config, setConfig, store } from "./world";

const VERSION = 1;
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
/** Channels whose newest posts are kept. */
const WINDOWS_KEPT = 50;
const POSTS_KEPT = 60;
const USERS_KEPT = 5_000;
/** Changes of this long are written at once, when the tab has nothing else to do. */
const WRITE_MS = 1_500;
const USER_KEY = "muster.user";

let database: IDBDatabase | undefined;
const dirtyTables = new Set<Kept>();
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
      request.result.createObjectStore("tables");
      const windows = request.result.createObjectStore("windows");
      windows.createIndex("at", "at");
      request.result.createObjectStore("pending");
    };
    return await done(request);
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
      ...KEPT.map((name) => done(tables.get(name) as IDBRequest<[string, Rows[Kept]][] | undefined>)),
    ]);
    const changes: Change[] = [];
    // Who is known already has been loaded, and that is newer.
    const all = keptConfig !== undefined && store.me === "";
    KEPT.forEach((name, at) => {
      for (const [id, row] of kept[at] ?? []) {
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
      if ((KEPT as readonly TableName[]).includes(one.table)) dirtyTables.add(one.table as Kept);
      else if (one.table === "windows") dirtyWindows.add(one.id);
      else if (one.table === "posts" && one.row) dirtyWindows.add(`c/${one.row.channel_id}`);
    }
    if (timer !== undefined) return;
    timer = window.setTimeout(() => {
      timer = undefined;
      if ("requestIdleCallback" in window) window.requestIdleCallback(() => write(), { timeout: WRITE_MS });
      else write();
    }, WRITE_MS);
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

function write(): void {
  const transaction = database && writeIn(database);
  if (transaction) dropOld(transaction.objectStore("windows"));
}

/** At once and complete, as the page that waits for a transaction to end by itself is gone by then. */
function writeLast(): void {
  const transaction = database && writeIn(database);
  transaction?.commit();
}

function writeIn(open: IDBDatabase): IDBTransaction | undefined {
  if (dirtyTables.size + dirtyWindows.size === 0) return undefined;
  try {
    const transaction = open.transaction(["tables", "windows"], "readwrite");
    const tables = transaction.objectStore("tables");
    tables.put({ ...config() }, "config");
    for (const name of dirtyTables) tables.put(rowsOf(name), name);
    const windows = transaction.objectStore("windows");
    for (const key of dirtyWindows) {
      const kept = keptWindow(key);
      if (kept) windows.put(kept, key);
    }
    dirtyTables.clear();
    dirtyWindows.clear();
    return transaction;
  } catch {
    // The database was closed by a newer tab or deleted by the browser.
    database = undefined;
    return undefined;
  }
}

function rowsOf(name: Kept): [string, Rows[Kept]][] {
  const rows: [string, Rows[Kept]][] = [];
  for (const id of store.ids(name)) {
    const row = store.get(name, id);
    if (row !== undefined) rows.push([id, row]);
    if (rows.length >= USERS_KEPT && name === "users") break;
  }
  return rows;
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

function forgetUser(): void {
  window.clearTimeout(timer);
  timer = undefined;
  dirtyTables.clear();
  dirtyWindows.clear();
  try {
    localStorage.removeItem(USER_KEY);
  } catch {
    // There was nothing to forget.
  }
}

/** Forgets everything of the user who signs out. */
export function dropCache(userId: string): void {
  forgetUser();
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
  const unsaved = rowsOf("drafts").filter(([, row]) => (row as Rows["drafts"]).unsaved);
  forgetUser();
  database ??= await open(userId);
  try {
    const transaction = database?.transaction(["tables", "windows"], "readwrite");
    transaction?.objectStore("windows").clear();
    const tables = transaction?.objectStore("tables");
    tables?.clear();
    tables?.put(unsaved, "drafts");
  } catch {
    // The database is gone already.
  }
}
