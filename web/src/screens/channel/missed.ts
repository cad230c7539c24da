// What was said in a channel while its reader was away.
import { store } from "../../query/world";

export interface Missed {
  /** When reading stopped; 0 where nothing is new. */
  readonly since: number;
  /** Messages since then, without replies in threads. */
  readonly count: number;
}

export const NOTHING: Missed = { since: 0, count: 0 };

/** As it stands before opening the channel makes it read; tracks nothing. */
export function missedIn(channelId: string): Missed {
  const member = store.get("members", channelId);
  const channel = store.get("channels", channelId);
  const count = member && channel ? channel.total_msg_count_root - member.msg_count_root : 0;
  return member && count > 0 ? { since: member.last_viewed_at, count } : NOTHING;
}
