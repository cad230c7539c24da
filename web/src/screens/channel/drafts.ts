// What was begun and not sent: kept here at once and on the server when the typing pauses, so that it waits on every
// device.
import { post, remove } from "../../net/rest";
import { store } from "../../query/world";
import { draftKey, put } from "../../state/tables";
import type { Draft } from "../../wire.gen";

const PAUSE_MS = 1_500;
const timers = new Map<string, number>();

export const draftOf = (channelId: string, rootId: string): string =>
  store.get("drafts", draftKey(channelId, rootId))?.message ?? "";

export function keepDraft(channelId: string, rootId: string, message: string): void {
  const key = draftKey(channelId, rootId);
  window.clearTimeout(timers.get(key));
  if (message.trim() === "") {
    dropDraft(channelId, rootId);
    return;
  }
  const now = Date.now();
  const known = store.get("drafts", key);
  const row: Draft = {
    create_at: known?.create_at ?? now,
    update_at: now,
    delete_at: 0,
    user_id: store.me,
    channel_id: channelId,
    root_id: rootId,
    message,
    props: {},
  };
  store.commit([put("drafts", key, row)]);
  timers.set(
    key,
    window.setTimeout(() => {
      timers.delete(key);
      // The next pause tries again; until then the draft is here.
      post("/drafts", row).catch(() => undefined);
    }, PAUSE_MS),
  );
}

export function dropDraft(channelId: string, rootId: string): void {
  const key = draftKey(channelId, rootId);
  window.clearTimeout(timers.get(key));
  if (!store.get("drafts", key)) return;
  store.commit([put("drafts", key, undefined)]);
  // A draft that stays on the server comes back once and is dropped then.
  remove(`/users/me/channels/${channelId}/drafts${rootId === "" ? "" : `/${rootId}`}`).catch(() => undefined);
}
