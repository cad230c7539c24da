// How far others have read channels: of those who show it, to whom shows the same. Asked for when a channel is looked at, and
// kept up to date by events from then on.
import { createSignal } from "solid-js";
import type { WireEvent } from "../net/events";
import { get } from "../net/rest";
import type { ChannelSeen } from "../wire.gen";
import { hear } from "./heard";
import { config, preference, store } from "./world";

export const PRIVACY = "privacy";
export const SEEN_BY = "seen_by";

/** Channels that are kept: more than anybody goes back and forth between. */
const KEPT_MAX = 100;

/** When each of the others read a channel last. */
type Readers = ReadonlyMap<string, number>;

const known = new Map<string, Readers>();
let owner = "";
const [version, setVersion] = createSignal(0);
/** How often what was asked for is to be asked for anew, as one's own choice counts on the server by now. */
export const [chosen, setChosen] = createSignal(0);

/** Whether the server allows it and I chose it. */
export const showsSeen = (): boolean => config().EnableSeenBy === "true" && preference(PRIVACY, SEEN_BY) === "true";

/** Who has read a channel up to a time, in no order: it is not told when somebody read it. */
export function readersOf(channelId: string, time: number): string[] {
  version();
  const readers = owner === store.me ? [...(known.get(channelId) ?? [])] : [];
  return readers.filter(([, at]) => at >= time).map(([id]) => id);
}

export async function loadSeen(channelId: string): Promise<void> {
  const answer = await get<readonly ChannelSeen[]>(`/channels/${channelId}/seen`);
  if (owner !== store.me) known.clear();
  owner = store.me;
  keep(channelId, new Map(answer.map((one) => [one.user_id, one.last_viewed_at])));
}

function keep(channelId: string, readers: Readers): void {
  known.delete(channelId);
  known.set(channelId, readers);
  for (const oldest of known.keys()) {
    if (known.size <= KEPT_MAX) break;
    known.delete(oldest);
  }
  setVersion((count) => count + 1);
}

/** Takes an event in; of channels that were not asked for, nothing is kept. */
export function seenBy(event: WireEvent): void {
  if (event.event === "preferences_changed") {
    setChosen((count) => count + 1);
    return;
  }
  if (event.event !== "channels_seen") return;
  for (const [channelId, at] of Object.entries(event.data.channel_times)) {
    const before = known.get(channelId);
    if (before) keep(channelId, new Map(before).set(event.data.user_id, at));
  }
}

hear(seenBy);
