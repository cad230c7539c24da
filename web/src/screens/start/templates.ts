// Channels that a team may begin with.
import { post } from "../../net/rest";
import { load } from "../../query/load";
import { store } from "../../query/world";
import type { Channel } from "../../wire.gen";
import { t } from "./strings";

export const TEMPLATES = [
  { name: "templateTeam", channels: ["announcements", "help", "ideas"] },
  { name: "templateProject", channels: ["planning", "progress", "reviews"] },
  { name: "templateCommunity", channels: ["introductions", "events", "questions"] },
] as const;

export type Template = (typeof TEMPLATES)[number];

export const nameOfChannel = (name: Template["channels"][number]): string => t(`made_${name}`);

const isThere = (teamId: string, name: string): boolean =>
  [...store.all("channels").values()].some((one) => one.team_id === teamId && one.name === name);

/** Those of a template that the team has not got yet. */
export const missingOf = (template: Template, teamId: string) =>
  template.channels.filter((name) => !isThere(teamId, name));

/** Creates them, one after the other, so that they stand in this order. */
export async function createChannels(template: Template, teamId: string): Promise<number> {
  const names = missingOf(template, teamId);
  for (const name of names) {
    const row = { team_id: teamId, name, display_name: nameOfChannel(name), type: "O" };
    const one = await post<Channel>("/channels", row);
    await load({ load: "channel", id: one.id });
  }
  return names.length;
}
