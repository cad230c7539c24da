// The versions of an edited post. Only its author may see them.
import { get, post } from "../net/rest";
import { merged } from "../state/posts";
import { put } from "../state/tables";
import type { Post } from "../wire.gen";
import { store } from "./world";

/** The versions before the one that stands, the newest first. */
export const versionsOf = (one: Post): Promise<Post[]> => get<Post[]>(`/posts/${one.id}/edit_history`);

/** Makes an older version the one that stands; what stood becomes a version. */
export async function restoreVersion(one: Post, version: Post): Promise<void> {
  const now = await post<Post>(`/posts/${one.id}/restore/${version.id}`);
  const known = store.get("posts", one.id);
  if (known) store.commit([put("posts", one.id, merged(known, now))]);
}
