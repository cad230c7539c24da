// Who of those in a conversation may not read what is passed on to it: they are not in the team where it was said.
import { post as ask, get } from "../../net/rest";
import { nameOf, partnerId, store } from "../../query/world";
import type { ChannelMember, Post } from "../../wire.gen";

/** As many take part in a conversation of several, and some more. */
const TALKERS_MAX = 20;

async function talkersOf(channelId: string): Promise<readonly string[]> {
  const channel = store.get("channels", channelId);
  if (channel?.type === "D") return [partnerId(channel)];
  if (channel?.type !== "G") return [];
  const members = await get<ChannelMember[]>(`/channels/${channelId}/members`, { per_page: TALKERS_MAX });
  return members.map((member) => member.user_id);
}

/** Their names. Channels of the team have none, as whoever is in them is in the team. */
export async function strangersIn(post: Post, channelIds: readonly string[]): Promise<readonly string[]> {
  const teamId = store.get("channels", post.channel_id)?.team_id ?? "";
  const talkers = new Set((await Promise.all(channelIds.map(talkersOf))).flat());
  talkers.delete(store.me);
  if (teamId === "" || talkers.size === 0) return [];
  const members = await ask<{ readonly user_id: string; readonly delete_at?: number }[]>(
    `/teams/${teamId}/members/ids`,
    [...talkers],
  );
  for (const member of members) if (!member.delete_at) talkers.delete(member.user_id);
  return [...talkers].map((id) => nameOf(store.get("users", id)));
}
