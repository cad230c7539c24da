// How many are in a channel and what is pinned there, as its header tells. What was known last is shown at once; nothing
// waits for the answer.
import { createMemo, createSignal } from "solid-js";
import { get } from "../net/rest";
import type { ChannelStats } from "../wire.gen";

/** Channels whose numbers are kept: more than anybody goes back and forth between. */
const KEPT_MAX = 200;

const known = new Map<string, ChannelStats>();
const [version, setVersion] = createSignal(0);

/** The numbers of a channel, as far as they are known. */
export function statsOf(channelId: () => string): () => ChannelStats | undefined {
  return createMemo(() => {
    version();
    return known.get(channelId());
  });
}

/** For a channel whose numbers are known, as they changed. */
export async function refreshStats(channelId: string): Promise<void> {
  if (known.has(channelId)) await loadStats(channelId);
}

export async function loadStats(channelId: string): Promise<void> {
  const stats = await get<ChannelStats>(`/channels/${channelId}/stats`, { exclude_files_count: true });
  const before = known.get(channelId);
  const same = before?.member_count === stats.member_count && before.pinnedpost_count === stats.pinnedpost_count;
  known.delete(channelId);
  known.set(channelId, stats);
  for (const oldest of known.keys()) {
    if (known.size <= KEPT_MAX) break;
    known.delete(oldest);
  }
  // What is as it was is drawn already.
  if (!same) setVersion((count) => count + 1);
}
