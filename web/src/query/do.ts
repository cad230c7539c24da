// What a person does, as requests: one function per deed, optimistic where the answer is foreseeable.
import { get, post, remove, put as send } from "../net/rest";
import { forgotten, readAll } from "../state/channels";
import { teamForgotten } from "../state/people";
import { reacted, removed } from "../state/posts";
import { type Change, put } from "../state/tables";
import type { Category, Channel, ChannelMember, CommandResponse, FileInfo, Post, Thread, User } from "../wire.gen";
import { triggered } from "./interactive";
import { deletePreferences, load, loadCategories, savePreferences } from "./load";
import { clearNotified } from "./notify";
import { refreshStats } from "./stats";
import { store } from "./world";

/** Commits what will be, and takes it back when the server refuses. */
async function foreseen(changes: readonly Change[], request: () => Promise<unknown>): Promise<void> {
  const before = changes.map((change) => ({ ...change, row: store.get(change.table, change.id) }) as Change);
  store.commit(changes);
  try {
    await request();
  } catch (problem) {
    store.commit(before);
    throw problem;
  }
}

let viewing = "";

/** Says that a channel is being read to its end. */
export async function viewChannel(channelId: string): Promise<void> {
  const left = lastUnread.has(viewing) ? "" : viewing;
  viewing = channelId;
  lastUnread.delete(channelId);
  if (channelId !== "") {
    store.commit(readAll(store, channelId));
    clearNotified([channelId]);
  }
  await post("/channels/members/me/view", {
    channel_id: channelId,
    prev_channel_id: left === channelId ? "" : left,
    collapsed_threads_supported: true,
  });
}

/** When a channel was marked as unread by hand: it stays so until it is opened again, and leaving it does not read it. */
export const lastUnread = new Map<string, number>();

export function markUnread(one: Post): Promise<unknown> {
  lastUnread.set(one.channel_id, Date.now());
  return post(`/users/me/posts/${one.id}/set_unread`, { collapsed_threads_supported: true });
}

export async function react(one: Post, emoji: string): Promise<void> {
  const given = { user_id: store.me, post_id: one.id, emoji_name: emoji, create_at: Date.now() };
  const mine = (one.metadata?.reactions ?? []).some((r) => r.user_id === store.me && r.emoji_name === emoji);
  const row = { ...given, update_at: given.create_at, delete_at: 0, remote_id: "", channel_id: one.channel_id };
  await foreseen([reacted(one, row, !mine)], () =>
    mine ? remove(`/users/me/posts/${one.id}/reactions/${emoji}`) : post("/reactions", given),
  );
}

/** Changes the text, and the files where they are named. */
export async function editPost(one: Post, message: string, files?: readonly FileInfo[]): Promise<void> {
  const now = Date.now();
  const ids = files?.map((file) => file.id);
  const other = files ? { file_ids: ids ?? null, metadata: { ...one.metadata, files: [...files] } } : {};
  const row = { ...one, ...other, message, edit_at: now, update_at: now } as Post;
  await foreseen([put("posts", one.id, row)], async () => {
    const answer = await send<Post>(`/posts/${one.id}/patch`, { message, ...(ids && { file_ids: ids }) });
    const known = store.get("posts", one.id);
    // The moment of the edit is the server's; without it the event that follows would look older than what is here.
    if (known) store.commit([put("posts", one.id, { ...known, ...answer, participants: known.participants })]);
  });
}

export async function deletePost(one: Post): Promise<void> {
  await remove(`/posts/${one.id}`);
  store.commit(removed(store, one));
}

export async function pin(one: Post): Promise<void> {
  await foreseen([put("posts", one.id, { ...one, is_pinned: !one.is_pinned })], () =>
    post(`/posts/${one.id}/${one.is_pinned ? "unpin" : "pin"}`),
  );
  // It is pinned all the same; the next visit of the channel asks again.
  await refreshStats(one.channel_id).catch(() => undefined);
}

export const isSaved = (id: string): boolean => store.row("preferences", `flagged_post/${id}`)?.value === "true";

export function save(one: Post): Promise<void> {
  const row = { category: "flagged_post", name: one.id, value: "true" };
  return store.get("preferences", `flagged_post/${one.id}`) ? deletePreferences([row]) : savePreferences([row]);
}

const teamOf = (one: Post): string =>
  store.get("channels", one.channel_id)?.team_id || ([...store.ids("teams")][0] ?? "");

export async function followThread(one: Post, follow: boolean): Promise<void> {
  const path = `/users/me/teams/${teamOf(one)}/threads/${one.id}/following`;
  await foreseen([put("posts", one.id, { ...one, is_following: follow })], () => (follow ? send(path) : remove(path)));
}

/** Says that a thread was read up to now. */
export async function readThread(one: Post): Promise<void> {
  clearNotified([one.id]);
  const thread = store.get("threads", one.id);
  if (thread && thread.unread_replies === 0 && thread.unread_mentions === 0) return;
  await send<Thread>(`/users/me/teams/${teamOf(one)}/threads/${one.id}/read/${Date.now()}`);
}

/** All of its replies are new again. */
export const unreadThread = (one: Post) =>
  post<Thread>(`/users/me/teams/${teamOf(one)}/threads/${one.id}/set_unread/${one.id}`);

export const readAllThreads = (teamId: string) => send(`/users/me/teams/${teamId}/threads/read`);

export async function joinChannel(one: Channel): Promise<void> {
  await post<ChannelMember>(`/channels/${one.id}/members`, { user_id: store.me });
  await load({ load: "channel", id: one.id });
}

export async function leaveChannel(one: Channel): Promise<void> {
  await remove(`/channels/${one.id}/members/${store.me}`);
  store.commit(forgotten(store, [one.id]));
}

export async function leaveTeam(id: string): Promise<void> {
  await remove(`/teams/${id}/members/${store.me}`);
  store.commit(teamForgotten(store, id));
}

/** A conversation leaves the sidebar until somebody says something. */
export function closeConversation(one: Channel): Promise<void> {
  const partner = one.name.split("__").find((id) => id !== store.me) ?? store.me;
  const row =
    one.type === "D"
      ? { category: "direct_channel_show", name: partner, value: "false" }
      : { category: "group_channel_show", name: one.id, value: "false" };
  return savePreferences([row]);
}

/** The conversation with these people, made when there is none. */
export async function converse(userIds: readonly string[]): Promise<Channel> {
  const one =
    userIds.length === 1
      ? await post<Channel>("/channels/direct", [store.me, userIds[0]])
      : await post<Channel>("/channels/group", [store.me, ...userIds]);
  await load({ load: "channel", id: one.id });
  const preference =
    one.type === "D"
      ? { category: "direct_channel_show", name: userIds[0] ?? store.me, value: "true" }
      : { category: "group_channel_show", name: one.id, value: "true" };
  await Promise.all([savePreferences([preference]), loadCategories("")]);
  return one;
}

export function mute(one: Channel, muted: boolean): Promise<void> {
  const member = store.get("members", one.id);
  if (!member) return Promise.resolve();
  const notify_props = { ...member.notify_props, mark_unread: muted ? "mention" : "all" };
  return foreseen([put("members", one.id, { ...member, notify_props })], () =>
    send(`/channels/${one.id}/members/${store.me}/notify_props`, {
      ...notify_props,
      user_id: store.me,
      channel_id: one.id,
    }),
  );
}

/** Categories as they shall be; only the changed ones travel. */
export async function arrange(teamId: string, changed: readonly Category[]): Promise<void> {
  const known = store.get("categories", teamId);
  if (!known) return;
  const byId = new Map(changed.map((one) => [one.id, one]));
  const categories = known.categories.map((one) => byId.get(one.id) ?? one);
  await foreseen([put("categories", teamId, { ...known, categories })], () =>
    send(`/users/me/teams/${teamId}/channels/categories`, changed),
  );
}

/** Puts a category where another one stands. */
export async function moveCategory(teamId: string, id: string, where: string): Promise<void> {
  const known = store.get("categories", teamId);
  const to = known?.order.indexOf(where) ?? -1;
  if (!known || to < 0) return;
  const rest = known.order.filter((one) => one !== id);
  const order = [...rest.slice(0, to), id, ...rest.slice(to)];
  const place = (one: Category) => order.indexOf(one.id);
  const categories = [...known.categories].sort((a, b) => place(a) - place(b));
  await foreseen([put("categories", teamId, { categories, order })], () =>
    send(`/users/me/teams/${teamId}/channels/categories/order`, order),
  );
}

/** Moves a channel into a category, before another one or to its top. */
export function moveChannel(teamId: string, id: string, categoryId: string, before?: string): Promise<void> {
  const known = store.get("categories", teamId)?.categories ?? [];
  const changed = known.flatMap((category) => {
    const without = category.channel_ids.filter((one) => one !== id);
    if (category.id !== categoryId) {
      return without.length === category.channel_ids.length ? [] : [{ ...category, channel_ids: without }];
    }
    const at = before ? Math.max(0, without.indexOf(before)) : 0;
    const channel_ids = [...without.slice(0, at), id, ...without.slice(at)];
    const sorting = category.type === "direct_messages" ? category.sorting : "manual";
    return [{ ...category, sorting, channel_ids }];
  });
  return arrange(teamId, changed);
}

export function star(teamId: string, id: string): Promise<void> {
  const known = store.get("categories", teamId)?.categories ?? [];
  const favorites = known.find((one) => one.type === "favorites");
  if (!favorites) return Promise.resolve();
  if (!favorites.channel_ids.includes(id)) return moveChannel(teamId, id, favorites.id);
  const type = store.get("channels", id)?.team_id === "" ? "direct_messages" : "channels";
  const home = known.find((one) => one.type === type);
  return home ? moveChannel(teamId, id, home.id) : Promise.resolve();
}

export async function createCategory(teamId: string, name: string, channelIds: readonly string[]): Promise<void> {
  await post(`/users/me/teams/${teamId}/channels/categories`, {
    display_name: name,
    team_id: teamId,
    user_id: store.me,
    type: "custom",
    channel_ids: channelIds,
  });
  await loadCategories(teamId);
}

export async function deleteCategory(teamId: string, id: string): Promise<void> {
  await remove(`/users/me/teams/${teamId}/channels/categories/${id}`);
  await loadCategories(teamId);
}

export async function setStatus(status: string): Promise<void> {
  await foreseen([put("statuses", store.me, status)], () => send("/users/me/status", { user_id: store.me, status }));
}

export async function runCommand(command: string, channelId: string, rootId: string, teamId: string) {
  const answer = await post<CommandResponse>("/commands/execute", {
    command,
    channel_id: channelId,
    root_id: rootId,
    team_id: teamId,
  });
  triggered(answer.trigger_id, channelId);
  return answer;
}

/** People that a completion asks for: more than it offers, since those whose names begin with the term go first. */
const FOUND_MAX = 50;

export const searchUsers = (name: string, where: { teamId?: string; channelId?: string }) =>
  get<{ users: User[]; out_of_channel?: User[] }>("/users/autocomplete", {
    name,
    in_team: where.teamId,
    in_channel: where.channelId,
    limit: FOUND_MAX,
  });
