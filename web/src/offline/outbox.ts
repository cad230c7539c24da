// What waits to be sent, sent by the worker once the network is back and no page is open (Background Sync).
//
// `query/outbox.ts` keeps it, and sends it where a page is open; the worker is one file, so it shares no module with pages.
// The server knows each post by its pending id: what both send is posted once.
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
  const name = DATABASE + ((await answer.json()) as { id: string }).id;
  if (!(await indexedDB.databases()).some((one) => one.name === name)) return true;
  const database = await done(indexedDB.open(name));
  database.onversionchange = () => database.close();
  try {
    return await sendFrom(database);
  } finally {
    database.close();
  }
}

async function sendFrom(database: IDBDatabase): Promise<boolean> {
  if (!database.objectStoreNames.contains(STORE)) return true;
  const kept = (await done(database.transaction(STORE).objectStore(STORE).getAll())) as Waiting[];
  const waiting = kept.filter((one) => one.state === "waiting").sort((a, b) => a.post.create_at - b.post.create_at);
  for (const { post: one } of waiting) {
    const sent = await post("/posts", bodyOf(one));
    if (!sent || [429, 503].includes(sent.status)) return false;
    // What was refused is kept: a page tries once more, and says why.
    if (sent.ok) await done(database.transaction(STORE, "readwrite").objectStore(STORE).delete(one.pending_post_id));
  }
  return true;
}

function bodyOf({ channel_id, root_id, message, file_ids, pending_post_id, props, metadata }: Waiting["post"]) {
  const priority = metadata?.priority ? { metadata: { priority: metadata.priority } } : {};
  return { channel_id, root_id, message, file_ids, pending_post_id, props, ...priority };
}
