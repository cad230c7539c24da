// From a window of posts to the lines of the list: days, the line above what is new, posts in groups by author. Pure; a
// line that is as it was stays the same object, so that the list redraws only what changed.
import type { Post } from "../../wire.gen";

export type Line =
  | { readonly key: string; readonly kind: "begin" }
  | { readonly key: string; readonly kind: "day"; readonly at: number }
  | { readonly key: string; readonly kind: "new" }
  /** `first` shows author and picture; the next ones of the same author follow closely. */
  | { readonly key: string; readonly kind: "post"; readonly id: string; readonly first: boolean }
  /** Posts about people coming and going, told as one sentence. */
  | { readonly key: string; readonly kind: "notices"; readonly ids: readonly string[] }
  | { readonly key: string; readonly kind: "pending"; readonly id: string; readonly first: boolean };

/** Posts of one author closer than this read as one. */
const GROUP_MS = 5 * 60_000;

export interface Written {
  readonly ids: readonly string[];
  readonly pending: readonly Post[];
  readonly postOf: (id: string) => Post | undefined;
  readonly oldest: boolean;
  /** What is newer is new to the reader; 0 for no line. */
  readonly readUpTo: number;
  readonly me: string;
}

export function lines(written: Written, before: readonly Line[]): Line[] {
  const { ids, pending, postOf, oldest, readUpTo, me } = written;
  const made: Line[] = oldest ? [{ key: "begin", kind: "begin" }] : [];
  let previous: Post | undefined;
  let previousDay = "";
  let marked = readUpTo === 0;
  const add = (post: Post, kind: "post" | "pending") => {
    let first = !previous || !groups(previous, post);
    const day = new Date(post.create_at).toDateString();
    if (day !== previousDay) {
      made.push({ key: `day/${day}`, kind: "day", at: post.create_at });
      first = true;
    }
    previousDay = day;
    if (!marked && post.create_at > readUpTo && post.user_id !== me) {
      made.push({ key: "new", kind: "new" });
      marked = true;
      first = true;
    }
    const last = made.at(-1);
    const told =
      previous && last && TOLD_TOGETHER.has(post.type) && previous.type === post.type && sameTeller(previous, post);
    if (told && last.kind === "notices") {
      made[made.length - 1] = notices([...last.ids, post.id]);
    } else if (told && last.kind === "post") {
      made[made.length - 1] = notices([last.id, post.id]);
    } else made.push({ key: `${kind}/${post.id}/${first}`, kind, id: post.id, first });
    previous = post;
  };
  for (const id of ids) {
    const post = postOf(id);
    if (post) add(post, "post");
  }
  for (const post of pending) add(post, "pending");
  const known = new Map(before.map((line) => [line.key, line]));
  return made.map((line) => known.get(line.key) ?? line);
}

/** Whether lines came or went above those that stayed, so that a list keeps its place counted from its end. */
export function changedAbove(now: readonly Line[], before: readonly Line[]): boolean {
  const [first, last] = [postAt(now, 0), postAt(now, -1)];
  return first !== postAt(before, 0) && last !== "" && last === postAt(before, -1);
}

/** The post at an end. Days are no marks: the first stays when more of it is there. */
function postAt(all: readonly Line[], end: 0 | -1): string {
  const isPost = (line: Line) => "id" in line || "ids" in line;
  const line = end === 0 ? all.find(isPost) : all.findLast(isPost);
  if (line === undefined) return "";
  return "ids" in line ? (line.ids.at(end) ?? "") : "id" in line ? line.id : "";
}

/** What the client has words for; the rest is told in the server's. */
export const TOLD_TOGETHER: ReadonlySet<string> = new Set([
  "system_join_team",
  "system_join_channel",
  "system_leave_channel",
  "system_add_to_channel",
  "system_add_to_team",
]);

const sameTeller = (one: Post, other: Post): boolean =>
  !other.type.startsWith("system_add") || one.user_id === other.user_id;

const notices = (ids: readonly string[]): Line => ({ key: `notices/${ids.join()}`, kind: "notices", ids });

function groups(previous: Post, post: Post): boolean {
  return (
    previous.user_id === post.user_id &&
    post.create_at - previous.create_at < GROUP_MS &&
    !previous.type.startsWith("system_") &&
    !post.type.startsWith("system_") &&
    previous.props.override_username === post.props.override_username &&
    previous.props.from_webhook === post.props.from_webhook &&
    !post.metadata?.priority?.priority
  );
}
