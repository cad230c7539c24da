// Channels that an address names and that are none of mine. One that was archived is not told with mine at the start, and
// still is read.
import { get, Refusal } from "../net/rest";
import { put } from "../state/tables";
import type { Channel, ChannelMember } from "../wire.gen";
import { isAdmin, store } from "./world";

/** The answer, or nothing where the server refuses it. */
async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((problem: unknown) => {
    if (problem instanceof Refusal) return undefined;
    throw problem;
  });
}

/** Takes an archived channel to mine, for as long as this visit lasts; whether it may be read, as by who was in it. */
export async function takeArchived(one: Channel): Promise<boolean> {
  const member = await unlessRefused(get<ChannelMember>(`/channels/${one.id}/members/me`));
  if (!member && !isAdmin()) return false;
  store.commit([put("channels", one.id, one), ...(member ? [put("members", one.id, member)] : [])]);
  return true;
}

/** The channel of that name when it can be joined; an archived one is taken to mine instead. */
export async function channelCalled(teamId: string, name: string): Promise<Channel | undefined> {
  const path = `/teams/${teamId}/channels/name/${encodeURIComponent(name)}`;
  const one = await unlessRefused(get<Channel>(path, { include_deleted: true }));
  if (!one || one.delete_at === 0) return one;
  await takeArchived(one);
  return undefined;
}
