// What a search in the team finds: the server's part of it, and this client's where the server has no such filter.
import { post as send } from "../../net/rest";
import { loadUsers, missingUsers } from "../../query/load";
import { store } from "../../query/world";
import { put } from "../../state/tables";
import type { FileInfo, FileInfoList, Post, SearchResults } from "../../wire.gen";
import { team } from "../place";
import { asked } from "./filters";
import type { Page } from "./pages";
import { SIFTED_LEN, sift } from "./sift";

/** Results on a page. */
export const SEARCH_LEN = 60;

export interface Search<Row> {
  load(page: number): Promise<Page<Row>>;
  /** How many matches were looked through here, where the server has more of them. */
  looked(): number | undefined;
}

/** Days are those of the reader. */
const formOf = (terms: string) => ({
  terms,
  is_or_search: false,
  time_zone_offset: -new Date().getTimezoneOffset() * 60,
});

/** Posts into the store, with what replies among them answer, as ids in the same order. */
export async function shownIds(posts: readonly Post[]): Promise<string[]> {
  // Without the beginning of its thread a reply is shown all the same.
  const all = [...posts, ...(await rootsOf(posts).catch(() => []))];
  const fresh = all.filter((one) => (store.get("posts", one.id)?.update_at ?? -1) < one.update_at);
  store.commit(fresh.map((one) => put("posts", one.id, one)));
  await loadUsers(missingUsers(all.map((one) => one.user_id)));
  return posts.map((one) => one.id);
}

const byIds = (ids: readonly string[]) => send<Post[]>("/posts/ids", ids);

/** The beginnings of the threads of replies, those that are not known. */
async function rootsOf(posts: readonly Post[]): Promise<readonly Post[]> {
  const known = new Set(posts.map((one) => one.id));
  const ids = new Set(posts.map((one) => one.root_id).filter((id) => id !== "" && !known.has(id)));
  const missing = [...ids].filter((id) => !store.get("posts", id));
  return missing.length === 0 ? [] : byIds(missing);
}

const shownPage = async (page: Page<Post>): Promise<Page<string>> => ({ ...page, rows: await shownIds(page.rows) });

async function postsOf(form: object, page: number, per_page: number): Promise<Page<Post>> {
  const list = await send<SearchResults>(`/teams/${team()?.id}/posts/search`, { ...form, page, per_page });
  const rows = list.order.flatMap((id) => list.posts[id] ?? []).filter((one) => one.delete_at === 0);
  return { rows, more: list.order.length >= per_page };
}

async function filesOf(form: object, page: number, per_page: number): Promise<Page<FileInfo>> {
  const list = await send<FileInfoList>(`/teams/${team()?.id}/files/search`, { ...form, page, per_page });
  return { rows: list.order.flatMap((id) => list.file_infos[id] ?? []), more: list.order.length >= per_page };
}

const hasFiles = (post: Post) => (post.file_ids?.length ?? 0) > 0;
/** Answers, and what was answered. */
const isInThread = (post: Post) => post.root_id !== "" || post.reply_count > 0;

/** Posts with any of the words. */
export const postsWithAny = async (words: readonly string[], page: number): Promise<Page<string>> =>
  shownPage(await postsOf({ terms: words.join(" "), is_or_search: true }, page, SEARCH_LEN));

export function postsFound(text: string): Search<string> {
  const { terms, own } = asked(text);
  const ask = (page: number, length: number) => postsOf(formOf(terms), page, length);
  if (own.size === 0) return { load: async (page) => shownPage(await ask(page, SEARCH_LEN)), looked: () => undefined };
  const isWanted = (post: Post) => (!own.has("has") || hasFiles(post)) && (!own.has("is") || isInThread(post));
  const { load, looked } = sift<Post>({
    ask: (page) => ask(page, SIFTED_LEN),
    keep: (rows) => rows.filter(isWanted),
    oldestFirst: own.has("sort"),
    shownLen: SEARCH_LEN,
  });
  return { load: async (page) => shownPage(await load(page)), looked };
}

export function filesFound(text: string): Search<FileInfo> {
  const { terms, own } = asked(text);
  const ask = (page: number, length: number) => filesOf(formOf(terms), page, length);
  // That it has a file is true of each.
  if (!own.has("is") && !own.has("sort")) return { load: (page) => ask(page, SEARCH_LEN), looked: () => undefined };
  return sift<FileInfo>({
    ask: (page) => ask(page, SIFTED_LEN),
    keep: (rows) => (own.has("is") ? inThreads(rows) : rows),
    oldestFirst: own.has("sort"),
    shownLen: SEARCH_LEN,
  });
}

/** A file does not say where its post stands. */
async function inThreads(files: readonly FileInfo[]): Promise<readonly FileInfo[]> {
  const ids = [...new Set(files.flatMap((file) => file.post_id ?? []))];
  if (ids.length === 0) return [];
  const posts = await byIds(ids);
  const wanted = new Set(posts.filter(isInThread).map((one) => one.id));
  return files.filter((file) => wanted.has(file.post_id ?? ""));
}
