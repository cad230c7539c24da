// Where the lines of a menu come from: listed with it, people, channels, or asked of the program.
import { get } from "../../net/rest";
import { searchUsers } from "../../query/do";
import { channelName, nameOf, store } from "../../query/world";
import type { ActionOption, Channel } from "../../wire.gen";
import { team } from "../place";

export type Source = (typed: string) => Promise<readonly ActionOption[]>;

/** Lines that are shown at once; typing narrows. */
export const OFFERED_MAX = 50;

export const listed =
  (options: readonly ActionOption[]): Source =>
  (typed) => {
    const wanted = typed.trim().toLowerCase();
    return Promise.resolve(options.filter((one) => one.text.toLowerCase().includes(wanted)).slice(0, OFFERED_MAX));
  };

const people: Source = async (typed) => {
  const found = await searchUsers(typed.trim().replace(/^@/, ""), { teamId: team()?.id ?? "" });
  return found.users.map((user) => ({ text: `@${user.username}`, value: user.id }));
};

const channels: Source = async (typed) => {
  const found = await get<Channel[]>(`/teams/${team()?.id}/channels/autocomplete`, { name: typed.trim() });
  return found.map((one) => ({ text: channelName(one), value: one.id }));
};

/** The source that an integration names. */
export function sourceOf(name: string | undefined, options: readonly ActionOption[] | null | undefined): Source {
  if (name === "users") return people;
  if (name === "channels") return channels;
  return listed(options ?? []);
}

/** What a value that is known already is called. */
export function textOf(value: string, options: readonly ActionOption[] | null | undefined): string {
  const found = (options ?? []).find((one) => one.value === value);
  if (found) return found.text;
  const user = store.get("users", value);
  if (user) return nameOf(user);
  const channel = store.get("channels", value);
  return channel ? channelName(channel) : value;
}
