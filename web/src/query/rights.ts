// What my roles allow in a channel, and what changes about that while I look at it: moderators take rights and give them.
import { held, type WireEvent } from "../net/events";
import type { Role } from "../wire.gen";
import { load, loadPermissions } from "./load";
import { may, permissions, setPermissions, store } from "./world";

/** Whether I may write there. Where that is not known yet, or I am no member, the server decides. */
export function mayWrite(channelId: string): boolean {
  const roles = store.row("members", channelId)?.roles.split(" ") ?? [];
  const isKnown = roles.length > 0 && roles.every((name) => permissions().has(name));
  return !isKnown || may("create_post", { channelId });
}

/** Takes note of a role that allows something else now, and of a channel whose members have other roles. */
export function heardRights(event: WireEvent): void {
  if (event.event === "role_updated") {
    const role = held<Role>(event.data.role);
    if (permissions().has(role.name)) {
      setPermissions(new Map(permissions()).set(role.name, new Set(role.permissions)));
    }
  } else if (event.event === "channel_scheme_updated" && store.get("members", event.broadcast.channel_id)) {
    load({ load: "channel", id: event.broadcast.channel_id })
      .then(loadPermissions)
      // Until the next load the server alone refuses.
      .catch(() => undefined);
  }
}
