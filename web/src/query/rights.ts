// What my roles allow in a channel; moderators take rights and give them.
import { may, permissions, store } from "./world";

/** Whether I may write there. Where that is not known yet, or I am no member, the server decides. */
export function mayWrite(channelId: string): boolean {
  const roles = store.row("members", channelId)?.roles.split(" ") ?? [];
  const isKnown = roles.length > 0 && roles.every((name) => permissions().has(name));
  return !isKnown || may("create_post", { channelId });
}
