// What is unread in a team, as groups: a channel or conversation each, those that call first.
import { get } from "../../net/rest";
import { loadUsers, missingUsers } from "../../query/load";
import { store } from "../../query/world";
import { unreadOf } from "../../state/channels";
import { isJoinLeave } from "../../state/posts";
import { put } from "../../state/tables";
import type { Post, PostList } from "../../wire.gen";
import { team } from "../place";

/** Of each group the first ones are shown; the rest is in the channel. */
export const SHOWN_MAX = 5;
/** Some of them are told by the server itself, and count as nothing new. */
const ASKED_LEN = 3 * SHOWN_MAX;
const COLLAPSED = { collapsedThreads: true, collapsedThreadsExtended: false };

export interface Group {
  readonly id: string;
  readonly posts: number;
  readonly mentions: number;
}

/** The channels of the team, and conversations, in which something is new. */
export function unreadGroups(): readonly Group[] {
  const found: (Group & { readonly at: number })[] = [];
  for (const id of store.all("members").keys()) {
    const channel = store.row("channels", id);
    if (!channel || (channel.team_id !== "" && channel.team_id !== team()?.id)) continue;
    const { posts, mentions } = unreadOf(channel, store.row("members", id));
    if (posts > 0 || mentions > 0) found.push({ id, posts, mentions, at: channel.last_post_at });
  }
  return found
    .sort((a, b) => Number(b.mentions > 0) - Number(a.mentions > 0) || b.at - a.at)
    .map(({ at: _, ...group }) => group);
}

/** What was said in it since it was read, the oldest first. */
export async function newPosts(channelId: string): Promise<readonly Post[]> {
  const from = store.get("members", channelId)?.last_viewed_at ?? 0;
  // Of a channel that was never opened the server gives its end, as what is before.
  const query = { ...COLLAPSED, limit_before: from === 0 ? ASKED_LEN : 0, limit_after: ASKED_LEN };
  const list = await get<PostList>(`/users/me/channels/${channelId}/posts/unread`, query);
  const posts = Object.values(list.posts)
    .filter((post) => post.create_at > from && post.delete_at === 0 && post.root_id === "" && !isJoinLeave(post))
    .sort((a, b) => a.create_at - b.create_at)
    .slice(0, SHOWN_MAX);
  await loadUsers(missingUsers(posts.map((post) => post.user_id)));
  // A row that is known says more than this answer.
  store.commit(posts.filter((post) => !store.get("posts", post.id)).map((post) => put("posts", post.id, post)));
  return posts;
}
