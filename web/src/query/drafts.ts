// What was begun and not sent: kept here at once and on the server when the typing pauses, so that it waits on every
// device. A draft that the server has not got yet is marked, survives a reload, and is brought there with the next load.
import { get, post, Refusal, remove } from "../net/rest";
import { draftKey, type KeptDraft, put } from "../state/tables";
import type { Draft, FileInfo, Priority } from "../wire.gen";
import { store } from "./world";

const PAUSE_MS = 1_500;
const timers = new Map<string, number>();
/** Drafts that were sent or emptied and that the server has yet to forget, with the moment. */
const dropped = new Map<string, number>();

/** What a message field holds. */
export interface Begun {
  readonly message: string;
  readonly files: readonly FileInfo[];
  readonly priority: Priority | undefined;
}

export const NOTHING: Begun = { message: "", files: [], priority: undefined };

export function begunIn(row: Draft | undefined): Begun {
  if (!row) return NOTHING;
  const priority = row.priority as unknown as Priority | undefined;
  const some = priority?.priority || priority?.requested_ack;
  return { message: row.message, files: row.metadata?.files ?? [], priority: some ? priority : undefined };
}

export const draftOf = (channelId: string, rootId: string): Begun =>
  begunIn(store.get("drafts", draftKey(channelId, rootId)));

const isEmpty = (begun: Begun): boolean => begun.message.trim() === "" && begun.files.length === 0;

export function keepDraft(channelId: string, rootId: string, begun: Begun): void {
  const key = draftKey(channelId, rootId);
  if (isEmpty(begun)) {
    dropDraft(channelId, rootId);
    return;
  }
  const now = Date.now();
  const known = store.get("drafts", key);
  const row: KeptDraft = {
    create_at: known?.create_at ?? now,
    update_at: now,
    delete_at: 0,
    user_id: store.me,
    channel_id: channelId,
    root_id: rootId,
    message: begun.message,
    props: {},
    file_ids: begun.files.map((file) => file.id),
    ...(begun.files.length > 0 ? { metadata: { files: [...begun.files] } } : {}),
    ...(begun.priority ? { priority: { ...begun.priority } } : {}),
    unsaved: true,
  };
  dropped.delete(key);
  store.commit([put("drafts", key, row)]);
  window.clearTimeout(timers.get(key));
  timers.set(
    key,
    window.setTimeout(() => {
      timers.delete(key);
      saveDraft(row);
    }, PAUSE_MS),
  );
}

function saveDraft(row: KeptDraft): void {
  const key = draftKey(row.channel_id, row.root_id);
  const { unsaved: _, metadata: __, ...body } = row;
  const settle = () => {
    const now = store.get("drafts", key);
    if (now?.unsaved && now.update_at === row.update_at) store.commit([put("drafts", key, { ...now, unsaved: false })]);
  };
  post("/drafts", body).then(settle, (problem: unknown) => {
    // What the server does not want stays here alone; what did not reach it, or came without a session, goes later.
    if (problem instanceof Refusal && problem.status !== 401 && problem.status < 429) settle();
  });
}

export function dropDraft(channelId: string, rootId: string): void {
  const key = draftKey(channelId, rootId);
  window.clearTimeout(timers.get(key));
  timers.delete(key);
  if (!store.get("drafts", key)) return;
  store.commit([put("drafts", key, undefined)]);
  dropped.set(key, Date.now());
  void forget(key);
}

async function forget(key: string): Promise<void> {
  const [channelId, rootId] = key.split("/");
  try {
    await remove(`/users/me/channels/${channelId}/drafts${rootId ? `/${rootId}` : ""}`);
  } catch (problem) {
    // It is told when the link is back.
    if (!(problem instanceof Refusal) || problem.status >= 429) return;
  }
  dropped.delete(key);
}

/** Tells the server what it could not be told before. */
export function saveDrafts(): void {
  for (const key of store.ids("drafts")) {
    const row = store.get("drafts", key);
    if (row?.unsaved && !timers.has(key)) saveDraft(row);
  }
  for (const key of dropped.keys()) void forget(key);
}

/** The drafts of these teams and of conversations. What was sent or dropped on another device is gone here, too. */
export async function loadDrafts(teamIds: readonly string[]): Promise<void> {
  const asked = Date.now();
  // Nothing at all is said as `null`.
  const lists = await Promise.all(teamIds.map((id) => get<Draft[] | null>(`/users/me/teams/${id}/drafts`)));
  const drafts = lists.flatMap((list) => list ?? []);
  const there = new Map(drafts.map((draft) => [draftKey(draft.channel_id, draft.root_id), draft]));
  const known = [...store.ids("drafts")].flatMap((key) => {
    const row = store.get("drafts", key);
    return row ? [{ key, row }] : [];
  });
  const unsaved = new Set(known.flatMap(({ key, row }) => (row.unsaved ? [key] : [])));
  // What was kept since the request left is newer than its answer.
  const isAsked = (row: Draft) => {
    const channel = store.get("channels", row.channel_id);
    return !channel || channel.team_id === "" || teamIds.includes(channel.team_id);
  };
  const gone = known.filter(
    ({ key, row }) => !there.has(key) && !unsaved.has(key) && row.update_at < asked && isAsked(row),
  );
  const fresh = [...there].filter(([key, row]) => !unsaved.has(key) && row.update_at > (dropped.get(key) ?? 0));
  store.commit([
    ...gone.map(({ key }) => put("drafts", key, undefined)),
    ...fresh.map(([key, row]) => put("drafts", key, row)),
  ]);
  for (const { key, row } of known) if (unsaved.has(key) && !timers.has(key)) saveDraft(row);
}
