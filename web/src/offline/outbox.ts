// Sends the outbox from the service worker when the network returns and no page is open (Background Sync). Replies to
// notifications wait in the same outbox if they cannot be sent.
//
// `query/outbox.ts` keeps it, and sends it where a page is open; the worker is one file, so it shares no module with pages.
// The server knows each post by its pending id: what both send is posted once.
import type { Post } from "../wire.gen";
import { get, post } from "./ask";

/** The name that a page registers for. */
export const TAG = "outbox";
/** As pages name a user's database, and the part of it with what is yet to be sent. */
const DATABASE = "muster-";
const STORE = "pending";

interface Waiting {
  readonly state: "waiting" | "failed";
  readonly post: {
    readonly channel_id: string;
    readonly root_id: string;
    readonly message: string;
    readonly file_ids: readonly string[];
    readonly pending_post_id: string;
    readonly create_at: number;
    readonly props: Readonly<Record<string, unknown>>;
    readonly metadata?: { readonly priority?: unknown };
  };
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Sends what waits, oldest first; false where some of it is to be tried again later. */
export async function sendWaiting(): Promise<boolean> {
  const answer = await get("/users/me");
  if (!answer) return false;
  // Without a session it waits for the next one, and only its own writer's session sends it.
  if (!answer.ok) return true;
  const database = await databaseOf(((await answer.json()) as { id: string }).id);
  if (!database) return true;
  try {
    return await sendFrom(database);
  } finally {
    database.close();
  }
}

/** The database of a user; `undefined` if pages keep no outbox. */
async function databaseOf(userId: string): Promise<IDBDatabase | undefined> {
  const name = DATABASE + userId;
  if (!(await indexedDB.databases()).some((one) => one.name === name)) return undefined;
  const database = await done(indexedDB.open(name));
  database.onversionchange = () => database.close();
  if (database.objectStoreNames.contains(STORE)) return database;
  database.close();
  return undefined;
}

async function sendFrom(database: IDBDatabase): Promise<boolean> {
  const kept = (await done(database.transaction(STORE).objectStore(STORE).getAll())) as Waiting[];
  const waiting = kept.filter((one) => one.state === "waiting").sort((a, b) => a.post.create_at - b.post.create_at);
  for (const { post: one } of waiting) {
    const sent = await post("/posts", sentAs(one));
    if (isLater(sent)) return false;
    // What was refused is kept: a page tries once more, and says why.
    if (sent?.ok) await done(database.transaction(STORE, "readwrite").objectStore(STORE).delete(one.pending_post_id));
  }
  return true;
}

/** Whether the server could not be reached, or wants to be asked again; a gateway may say so for it. */
export const isLater = (answer: Response | undefined): boolean =>
  !answer || [429, 502, 503, 504].includes(answer.status);

/** The body of the request for a post. */
export function sentAs({ channel_id, root_id, message, file_ids, pending_post_id, props, metadata }: Waiting["post"]) {
  const priority = metadata?.priority ? { metadata: { priority: metadata.priority } } : {};
  return { channel_id, root_id, message, file_ids, pending_post_id, props, ...priority };
}

/** A reply to a notification. */
interface Reply {
  readonly user: string;
  readonly channelId: string;
  readonly rootId: string;
  readonly message: string;
}

/** A reply as pages write their posts, so that the next page shows it where it waits. */
export function postOf({ user, channelId, rootId, message }: Reply, now: number) {
  const pendingId = `${user}:${now}${Math.floor(Math.random() * 1000)}`;
  return {
    id: pendingId,
    pending_post_id: pendingId,
    original_id: "",
    user_id: user,
    channel_id: channelId,
    root_id: rootId,
    create_at: now,
    update_at: now,
    edit_at: 0,
    delete_at: 0,
    is_pinned: false,
    message,
    type: "",
    props: {},
    hashtags: "",
    file_ids: [],
    reply_count: 0,
    last_reply_at: 0,
    participants: null,
  } satisfies Post;
}

/** Adds a post to the outbox; false if this browser keeps none for its author. */
export async function keepWaiting(one: Post): Promise<boolean> {
  const database = await databaseOf(one.user_id);
  if (!database) return false;
  try {
    const pending = database.transaction(STORE, "readwrite").objectStore(STORE);
    await done(pending.put({ post: one, state: "waiting" }, one.pending_post_id));
    return true;
  } finally {
    database.close();
  }
}
