// The one store of this tab and what everybody asks of it: who am I, what is my setting, is the link there.
import { createSignal } from "solid-js";
import type { Link, Socket } from "../net/socket";
import { preferenceKey, Store } from "../state/tables";
import type { Channel, User } from "../wire.gen";

export const store = new Store();

/** Where the session stands: not known yet, nobody, somebody whom the server lets do nothing without a second factor,
 * somebody. */
export type Phase = "starting" | "signedOut" | "factorMissing" | "signedIn";

export const [phase, setPhase] = createSignal<Phase>("starting");
export const [link, setLink] = createSignal<Link>("connecting");
/** Whether the first full load is done; until then what is shown may come from the cache. */
export const [loaded, setLoaded] = createSignal(false);
/** How often all was loaded anew, as after events were lost; what the store does not hold is then asked for again. */
export const [caughtUp, setCaughtUp] = createSignal(0);
/** The server's settings as clients see them. */
export const [config, setConfig] = createSignal<Readonly<Record<string, string>>>({});
/** What my roles allow. */
export const [permissions, setPermissions] = createSignal<ReadonlyMap<string, ReadonlySet<string>>>(new Map());

let socket: Socket | undefined;
export const useSocket = (opened: Socket | undefined): void => {
  socket = opened;
};
export const currentSocket = (): Socket | undefined => socket;

export function me(): User | undefined {
  // The id is no signal, but it changes with the phase, which is one.
  phase();
  return store.row("users", store.me);
}

export function preference(category: string, name: string): string | undefined {
  return store.row("preferences", preferenceKey(category, name))?.value;
}

/** Whether one of the roles, as a text separated by spaces, allows it. */
function allows(roles: string | undefined, permission: string): boolean {
  const known = permissions();
  return (roles ?? "").split(" ").some((role) => known.get(role)?.has(permission));
}

/** What I may do on the whole server, in a team or in a channel. */
export function may(
  permission: string,
  where: { teamId?: string | undefined; channelId?: string | undefined } = {},
): boolean {
  const channel = where.channelId ? store.row("channels", where.channelId) : undefined;
  const teamId = where.teamId ?? channel?.team_id;
  return (
    allows(me()?.roles, permission) ||
    (teamId ? allows(store.row("teamMembers", teamId)?.roles, permission) : false) ||
    (where.channelId ? allows(store.row("members", where.channelId)?.roles, permission) : false)
  );
}

export const isAdmin = (): boolean => (me()?.roles ?? "").split(" ").includes("system_admin");

/** Whom a direct channel is with; oneself in a channel with oneself. */
export function partnerId(channel: Channel): string {
  const [first = "", second = ""] = channel.name.split("__");
  return first === store.me ? second : first;
}

/** Person's name as the reader chose to see names. */
export function nameOf(user: User | undefined): string {
  if (!user) return "…";
  const format = preference("display_settings", "name_format") ?? config().TeammateNameDisplay ?? "username";
  const full = `${user.first_name} ${user.last_name}`.trim();
  if (format === "nickname_full_name") return user.nickname || full || user.username;
  if (format === "full_name") return full || user.username;
  return user.username;
}

/** A channel's name as shown: for conversations, the people. */
export function channelName(channel: Channel | undefined): string {
  if (!channel) return "";
  if (channel.type === "D") return nameOf(store.row("users", partnerId(channel)));
  if (channel.type === "G") {
    const names = channel.display_name.split(", ").filter((name) => name !== store.row("users", store.me)?.username);
    return names.join(", ");
  }
  return channel.display_name;
}
