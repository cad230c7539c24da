// The links and files above a channel. One short list per channel, loaded when it is opened and again when it changed.
import { get, patch, post, Refusal, remove, form as sendForm } from "../net/rest";
import { put } from "../state/tables";
import type { Bookmark, FileUpload } from "../wire.gen";
import { config, may, me, store } from "./world";

const ordered = (all: readonly Bookmark[]): Bookmark[] => [...all].sort((a, b) => a.sort_order - b.sort_order);

export async function loadBookmarks(channelId: string): Promise<void> {
  if (config().FeatureFlagChannelBookmarks !== "true") return;
  try {
    const all = ordered(await get<Bookmark[]>(`/channels/${channelId}/bookmarks`));
    // What is as it was is drawn and kept already.
    if (JSON.stringify(all) !== JSON.stringify(store.get("bookmarks", channelId))) {
      store.commit([put("bookmarks", channelId, all)]);
    }
  } catch (problem) {
    // Who may not read them, sees none.
    if (!(problem instanceof Refusal)) throw problem;
    store.commit([put("bookmarks", channelId, undefined)]);
  }
}

export type BookmarkDeed = "add" | "edit" | "delete" | "order";

/** Whether I may do so in that channel. In conversations everybody but guests may. */
export function mayBookmark(deed: BookmarkDeed, channelId: string): boolean {
  const channel = store.row("channels", channelId);
  if (!channel || channel.delete_at > 0 || config().FeatureFlagChannelBookmarks !== "true") return false;
  if (channel.team_id === "") return !(me()?.roles ?? "").split(" ").includes("system_guest");
  return may(`${deed}_bookmark_${channel.type === "O" ? "public" : "private"}_channel`, { channelId });
}

export interface BookmarkForm {
  readonly display_name: string;
  readonly emoji: string;
  readonly link_url?: string;
  readonly file_id?: string;
}

export async function addBookmark(channelId: string, form: BookmarkForm): Promise<void> {
  await post<Bookmark>(`/channels/${channelId}/bookmarks`, { ...form, type: form.file_id ? "file" : "link" });
  await loadBookmarks(channelId);
}

/** Puts a file up that a bookmark will name; gives its id. */
export async function uploadForBookmark(channelId: string, file: File): Promise<string> {
  const body = new FormData();
  body.append("channel_id", channelId);
  body.append("files", file, file.name);

  const uploaded = await sendForm<FileUpload>("/files?bookmark=true", body);
  return uploaded.file_infos[0]?.id ?? "";
}

export async function editBookmark(one: Bookmark, form: BookmarkForm): Promise<void> {
  await patch(`/channels/${one.channel_id}/bookmarks/${one.id}`, form);
  await loadBookmarks(one.channel_id);
}

export async function removeBookmark(one: Bookmark): Promise<void> {
  await remove(`/channels/${one.channel_id}/bookmarks/${one.id}`);
  await loadBookmarks(one.channel_id);
}

/** Moves a bookmark; the others close up. Shown at once, and taken back when it was refused. */
export async function moveBookmark(one: Bookmark, to: number): Promise<void> {
  const all = store.get("bookmarks", one.channel_id) ?? [];
  const rest = all.filter((other) => other.id !== one.id);
  const at = Math.max(0, Math.min(to, rest.length));
  const moved = [...rest.slice(0, at), one, ...rest.slice(at)].map((row, order) => ({ ...row, sort_order: order }));
  store.commit([put("bookmarks", one.channel_id, moved)]);
  try {
    await post(`/channels/${one.channel_id}/bookmarks/${one.id}/sort_order`, at);
  } finally {
    await loadBookmarks(one.channel_id);
  }
}
