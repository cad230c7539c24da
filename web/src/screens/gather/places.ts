// Where the reader may send something to.
import { channelName, store } from "../../query/world";
import type { ActionOption } from "../../wire.gen";
import { team } from "../place";

/** Channels of the team and conversations, the latest first. */
export function places(): ActionOption[] {
  const mine = [...store.ids("members")].flatMap((id) => store.get("channels", id) ?? []);
  return mine
    .filter((one) => one.delete_at === 0 && (one.team_id === "" || one.team_id === team()?.id))
    .sort((a, b) => b.last_post_at - a.last_post_at)
    .map((one) => ({ value: one.id, text: channelName(one) }));
}
