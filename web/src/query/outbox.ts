// The outbox: posts on their way. What is written appears at once, leaves in order, and survives a broken network and a
// reload; the server knows each by its pending id, so that a second attempt posts nothing twice.
import { Refusal, post as send, Unreachable } from "../net/rest";
import { taken } from "../state/posts";
import { type Pending, put } from "../state/tables";
import type { Post } from "../wire.gen";
import { keepPending, keptPending } from "./cache";
import { store } from "./world";

/** More than this waiting means that the network is away for long: the composer then keeps the text. */
export const WAITING_MAX = 100;
const RETRY_MS = 2_000;

export interface Letter {
  readonly channelId: string;
  readonly rootId: string;
  readonly message: string;
  readonly fileIds?: readonly string[];
  readonly metadata?: Post["metadata"];
  readonly props?: Post["props"];
}

let running = false;
let wake: (() => void) | undefined;

function empty(letter: Letter): Post {
  const now = Date.now();
  const pendingId = `${store.me}:${now}${Math.floor(Math.random() * 1000)}`;
  return {
    id: pendingId,
    create_at: now,
    update_at: now,
    edit_at: 0,
    delete_at: 0,
    is_pinned: false,
    user_id: store.me,
    channel_id: letter.channelId,
    root_id: letter.rootId,
    original_id: "",
    message: letter.message,
    type: "",
    props: letter.props ?? {},
    hashtags: "",
    file_ids: letter.fileIds ? [...letter.fileIds] : [],
    pending_post_id: pendingId,
    reply_count: 0,
    last_reply_at: 0,
    participants: null,
    ...(letter.metadata ? { metadata: letter.metadata } : {}),
  };
}

/** Puts a post on its way; false when too many wait already. */
export function write(letter: Letter): boolean {
  if (waiting().length >= WAITING_MAX) return false;
  const post = empty(letter);
  keep(post.pending_post_id, { post, state: "waiting" });
  void run();
  return true;
}

export function retry(id: string): void {
  const row = store.get("pending", id);
  if (!row) return;
  keep(id, { post: row.post, state: "waiting" });
  void run();
}

export function discard(id: string): void {
  keep(id, undefined);
}

/** Loads the outbox that an earlier visit left. */
export async function resume(): Promise<void> {
  const kept = await keptPending();
  store.commit(
    kept.filter((row) => row.post.user_id === store.me).map((row) => put("pending", row.post.pending_post_id, row)),
  );
  void run();
}

/** Follows what the worker adds to the outbox: replies to notifications. Returns a function that stops it. */
export function followWorker(): () => void {
  const hear = ({ data }: MessageEvent<{ waits?: unknown } | null>) => {
    if (data?.waits === true) void resume();
  };
  navigator.serviceWorker?.addEventListener("message", hear);
  return () => navigator.serviceWorker?.removeEventListener("message", hear);
}

/** The network may be back: no use in waiting longer. */
export function hurryOutbox(): void {
  wake?.();
}

function waiting(): Post[] {
  const posts: Post[] = [];
  for (const id of store.ids("pending")) {
    const row = store.get("pending", id);
    if (row?.state === "waiting") posts.push(row.post);
  }
  return posts.sort((a, b) => a.create_at - b.create_at);
}

function keep(id: string, row: Pending | undefined): void {
  store.commit([put("pending", id, row)]);
  keepPending(id, row);
}

/** One at a time: a channel's posts arrive in the order in which they were written. */
async function run(): Promise<void> {
  if (running) return;
  running = true;
  try {
    for (let next = waiting()[0]; next; next = waiting()[0]) {
      if (!(await deliver(next))) {
        leaveToWorker();
        await new Promise<void>((resolve) => {
          wake = resolve;
          window.setTimeout(resolve, RETRY_MS);
        });
        wake = undefined;
      }
    }
  } finally {
    running = false;
  }
}

/** Where the browser can, the worker sends what waits once the network is back, also when no page is open by then. */
function leaveToWorker(): void {
  // Plain HTTP from afar has no worker, other browsers than Chromium have no such service, and a reader may forbid it.
  const ready = navigator.serviceWorker?.ready as
    | Promise<{ sync?: { register(tag: string): Promise<void> } }>
    | undefined;
  ready?.then((worker) => worker.sync?.register("outbox")).catch(() => undefined);
}

/** Whether the post is settled, for better or worse. */
async function deliver(post: Post): Promise<boolean> {
  const { channel_id, root_id, message, file_ids, pending_post_id, metadata, props } = post;
  try {
    const priority = metadata?.priority ? { metadata: { priority: metadata.priority } } : {};
    const marks = Object.keys(props).length > 0 ? { props } : {};
    const body = { channel_id, root_id, message, file_ids, pending_post_id, ...marks, ...priority };
    const created = await send<Post>("/posts", body);
    // The event may have been first.
    const changes = store.get("posts", created.id) ? [] : taken(store, created);
    store.commit([...changes, put("pending", pending_post_id, undefined)]);
    keepPending(pending_post_id, undefined);
    return true;
  } catch (problem) {
    if (problem instanceof Unreachable) return false;
    // Without a session it waits for the next one.
    if (problem instanceof Refusal && [401, 429, 503].includes(problem.status)) return false;
    const text = problem instanceof Error ? problem.message : "";
    keep(pending_post_id, { post, state: "failed", problem: text });
    return true;
  }
}
