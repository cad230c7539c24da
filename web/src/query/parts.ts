// An answer about a window: the posts in it, oldest first, and whether it reaches the ends. From the server, or from what
// this device kept of the last days. Pure.
import type { Post, PostList, User } from "../wire.gen";

export interface Part {
  readonly lists: readonly Pick<PostList, "posts">[];
  readonly ids: readonly string[];
  readonly oldest: boolean;
  readonly newest: boolean;
  /** From this device: the server may have more. */
  readonly isKept?: true;
}

/** The posts of a list that are there, oldest first. */
export const inOrder = (list: PostList): string[] =>
  [...list.order].reverse().filter((id) => list.posts[id] !== undefined && list.posts[id]?.delete_at === 0);

export const partOf = (list: PostList): Part => ({
  lists: [list],
  ids: inOrder(list),
  oldest: list.prev_post_id === "",
  newest: list.next_post_id === "",
});

/** Where a kept part lies: before a post, after it, around it, or at the end. */
export type KeptPlace = { readonly before: string } | { readonly after: string } | { readonly around: string } | "end";

/** Some of what is kept of a channel, oldest first: of what stands in it, or of the answers of a thread. Nothing where
 * none is kept. */
export function keptPart(kept: readonly Post[], rootId: string, place: KeptPlace, length: number): Part | undefined {
  const all = kept.filter((post) => post.root_id === rootId);
  const [first, end] = rangeOf(all, place, length);
  const posts = all.slice(first, end);
  if (posts.length === 0) return undefined;
  const root = rootId === "" ? [] : kept.filter(({ id }) => id === rootId);
  const rows = [...root, ...posts].map((post) => answered(post, kept));
  return {
    lists: [{ posts: Object.fromEntries(rows.map((post) => [post.id, post])) }],
    ids: posts.map(({ id }) => id),
    // Whether there is more before the first one only the server knows; of a thread whose root is here, there is none.
    oldest: root.length > 0 && first === 0,
    newest: end >= all.length,
    isKept: true,
  };
}

function rangeOf(all: readonly Post[], place: KeptPlace, length: number): [first: number, end: number] {
  if (place === "end") return [Math.max(0, all.length - length), all.length];
  const id = "before" in place ? place.before : "after" in place ? place.after : place.around;
  const at = all.findIndex((post) => post.id === id);
  if (at < 0) return [0, 0];
  if ("before" in place) return [Math.max(0, at - length), at];
  if ("after" in place) return [at + 1, at + 1 + length];
  return [Math.max(0, at - length), at + 1 + length];
}

/** A post with its answers counted, as a list of the server's has it. */
function answered(post: Post, kept: readonly Post[]): Post {
  const answers = post.root_id === "" ? kept.filter(({ root_id }) => root_id === post.id) : [];
  if (answers.length === 0) return post;
  // Who wrote last is last.
  const authors = [...new Set(answers.map(({ user_id }) => user_id).reverse())].reverse();
  return {
    ...post,
    reply_count: Math.max(post.reply_count, answers.length),
    last_reply_at: Math.max(post.last_reply_at, answers.at(-1)?.create_at ?? 0),
    participants: post.participants ?? authors.map((id) => ({ id }) as User),
  };
}
