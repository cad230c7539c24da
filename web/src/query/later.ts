// What happens later: scheduled posts and reminders. The server sends and reminds; here is only what was asked of it.
import { get, post, remove, put as send } from "../net/rest";
import { put } from "../state/tables";
import type { Acknowledgement, Draft, Post, ScheduledPost } from "../wire.gen";
import { type Letter, WAITING_MAX, write } from "./outbox";
import { store } from "./world";

/** The scheduled posts of a team, and those of conversations, which belong to none. */
export async function loadScheduled(teamId: string): Promise<void> {
  const answer = await get<Record<string, ScheduledPost[] | null>>(`/posts/scheduled/team/${teamId}`, {
    includeDirectChannels: true,
  });
  const rows = Object.values(answer).flatMap((list) => list ?? []);
  const there = new Set(rows.map((row) => row.id));
  const isHere = (row: ScheduledPost | undefined) => {
    const channel = store.get("channels", row?.channel_id ?? "");
    return !channel || channel.team_id === "" || channel.team_id === teamId;
  };
  const gone = [...store.ids("scheduled")].filter((id) => !there.has(id) && isHere(store.get("scheduled", id)));
  store.commit([
    ...gone.map((id) => put("scheduled", id, undefined)),
    ...rows.map((row) => put("scheduled", row.id, row)),
  ]);
}

/** Has a post sent at its time. */
export async function schedule(letter: Letter, at: number): Promise<void> {
  const row = await post<ScheduledPost>("/posts/schedule", {
    channel_id: letter.channelId,
    root_id: letter.rootId,
    message: letter.message,
    file_ids: letter.fileIds ?? [],
    props: {},
    ...(letter.metadata?.priority ? { priority: letter.metadata.priority } : {}),
    scheduled_at: at,
  });
  store.commit([put("scheduled", row.id, row)]);
}

/** Changes what is sent, or when. */
export async function reschedule(
  one: ScheduledPost,
  part: Partial<Pick<ScheduledPost, "message" | "scheduled_at">>,
): Promise<void> {
  const row = await send<ScheduledPost>(`/posts/schedule/${one.id}`, { ...one, ...part });
  store.commit([put("scheduled", row.id, row)]);
}

export async function unschedule(one: ScheduledPost): Promise<void> {
  await remove(`/posts/schedule/${one.id}`);
  store.commit([put("scheduled", one.id, undefined)]);
}

/** What a draft or a scheduled post would be as a letter. */
export function letterOf(one: Draft | ScheduledPost): Letter {
  const priority = one.priority as NonNullable<Post["metadata"]>["priority"];
  const files = one.metadata?.files ?? [];
  const metadata = { ...(files.length > 0 ? { files } : {}), ...(priority ? { priority } : {}) };
  return {
    channelId: one.channel_id,
    rootId: one.root_id,
    message: one.message,
    fileIds: one.file_ids ?? [],
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
}

/** Sends at once what was scheduled; whether there was room for it. */
export async function sendNow(one: ScheduledPost): Promise<boolean> {
  if ([...store.ids("pending")].length >= WAITING_MAX) return false;
  // First it must not be sent a second time; from here on the outbox keeps it.
  await unschedule(one);
  return write(letterOf(one));
}

/** Writes a post at once, for what needs its id; everything else goes through the outbox. */
export const say = (channelId: string, message: string) =>
  post<Post>("/posts", { channel_id: channelId, root_id: "", message, file_ids: [] });

/** Has the reader reminded of a post. The server counts in seconds here. */
export const remind = (one: Post, at: number) =>
  post(`/users/me/posts/${one.id}/reminder`, { target_time: Math.floor(at / 1_000) });

/** Says that a post was read and understood, or takes that back. */
export async function acknowledge(one: Post, given: boolean): Promise<void> {
  const path = `/users/me/posts/${one.id}/ack`;
  const mine = given ? await post<Acknowledgement>(path) : undefined;
  if (!given) await remove(path);
  const now = store.get("posts", one.id);
  if (!now) return;
  const others = (now.metadata?.acknowledgements ?? []).filter((ack) => ack.user_id !== store.me);
  const acknowledgements = mine ? [...others, mine] : others;
  store.commit([put("posts", one.id, { ...now, metadata: { ...now.metadata, acknowledgements } })]);
}
