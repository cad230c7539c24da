// The rights for each kind of integration, in a team or on the whole server: any of them is enough.
import { may } from "../../query/world";

export type KindName = "incoming" | "outgoing" | "commands" | "bots";

/** Roles may hold a right under its older name, which stands for the newer. */
const RIGHTS: Readonly<Record<KindName, readonly string[]>> = {
  incoming: ["manage_own_incoming_webhooks", "manage_incoming_webhooks", "manage_webhooks"],
  outgoing: ["manage_own_outgoing_webhooks", "manage_outgoing_webhooks", "manage_webhooks"],
  commands: ["manage_own_slash_commands", "manage_slash_commands"],
  bots: ["create_bot"],
};

/** Whether the reader may make integrations of this kind. */
export const mayIntegrate = (kind: KindName, teamId: string | undefined): boolean =>
  RIGHTS[kind].some((right) => may(right, { teamId }));

/** Whether the reader may make any. */
export const mayIntegrateAny = (teamId: string | undefined): boolean =>
  (Object.keys(RIGHTS) as KindName[]).some((kind) => mayIntegrate(kind, teamId));
