// What to offer while somebody types: people, channels, emoji, commands. Known ones at once, the server's a moment later.
import { nameOf as emojiName, emojis, loadEmojis } from "../../emoji/data";
import { skinTone } from "../../emoji/recent";
import { searchEmojis } from "../../emoji/search";
import { get } from "../../net/rest";
import { customEmojis } from "../../query/custom-emoji";
import { searchUsers } from "../../query/do";
import { groups } from "../../query/groups";
import type { Channel, Command, User } from "../../wire.gen";
import { t as planned } from "../plan/strings";
import { ofPolls } from "../polls/strings";
import { t } from "../strings";

export interface Suggestion {
  readonly key: string;
  readonly kind: "person" | "channel" | "emoji" | "command" | "everyone" | "group";
  readonly label: string;
  readonly hint: string;
  /** What is written in place of what was typed. */
  readonly text: string;
  readonly userId?: string;
  readonly character?: string;
}

export interface Asked {
  readonly kind: "@" | "~" | ":" | "/";
  readonly term: string;
  /** Where the part that will be replaced begins. */
  readonly from: number;
}

export const SUGGESTIONS_MAX = 8;
/** Two tildes strike out: the second one names no channel. */
const PATTERN = /(?:^|[\s(*_~"'])((?<!~)~|@)([\p{L}\p{N}._-]*)$|(?:^|[\s(])(:)([a-z0-9_+-]{2,})$/iu;

/** What the text before the caret asks for. */
export function askedBy(before: string): Asked | undefined {
  const command = /^\/(\S*)$/.exec(before);
  if (command) return { kind: "/", term: command[1] ?? "", from: 0 };
  const match = PATTERN.exec(before);
  if (!match) return undefined;
  const kind = (match[1] ?? match[3]) as "@" | "~" | ":";
  const term = (match[2] ?? match[4] ?? "").toLowerCase();
  return { kind, term, from: before.length - term.length - 1 };
}

export async function suggest(asked: Asked, where: { teamId: string; channelId: string }): Promise<Suggestion[]> {
  switch (asked.kind) {
    case "@":
      return people(asked.term, where);
    case "~":
      return channels(asked.term, where.teamId);
    case ":":
      return emoji(asked.term);
    case "/":
      return commands(asked.term, where.teamId);
  }
}

/** 0 where a name begins with the term, 1 where it is found further inside. The username counts in its parts. */
function distance(user: User, term: string): number {
  const names = [user.username, ...user.username.split(/[._-]/), user.nickname, user.first_name, user.last_name];
  return names.some((name) => name?.toLowerCase().startsWith(term)) ? 0 : 1;
}

async function people(term: string, where: { teamId: string; channelId: string }): Promise<Suggestion[]> {
  const answer = await searchUsers(term, where.teamId === "" ? { channelId: "" } : where);
  const all = [...answer.users, ...(answer.out_of_channel ?? [])].filter((user) => user.delete_at === 0);
  all.sort((one, other) => distance(one, term) - distance(other, term));
  const found: Suggestion[] = all.map((user) => ({
    key: user.id,
    kind: "person",
    label: `@${user.username}`,
    hint: `${user.first_name} ${user.last_name}`.trim() || user.nickname,
    text: `@${user.username} `,
    userId: user.id,
  }));
  const called = groups()
    .filter((group) => term !== "" && `${group.name} ${group.display_name}`.toLowerCase().includes(term))
    .map(
      (group): Suggestion => ({
        key: group.id,
        kind: "group",
        label: `@${group.name}`,
        hint: `${group.display_name} · ${t("groupHint", { count: group.member_count ?? 0 })}`,
        text: `@${group.name} `,
      }),
    );
  const everyone = ["channel", "all", "here"].filter((name) => term !== "" && name.startsWith(term));
  const rows = everyone.map(
    (name): Suggestion => ({ key: name, kind: "everyone", label: `@${name}`, hint: "", text: `@${name} ` }),
  );
  return [...found, ...called, ...rows].slice(0, SUGGESTIONS_MAX);
}

async function channels(term: string, teamId: string): Promise<Suggestion[]> {
  const found = await get<Channel[]>(`/teams/${teamId}/channels/autocomplete`, { name: term });
  return found.slice(0, SUGGESTIONS_MAX).map((one) => ({
    key: one.id,
    kind: "channel",
    label: one.display_name,
    hint: `~${one.name}`,
    text: `~${one.name} `,
  }));
}

async function emoji(term: string): Promise<Suggestion[]> {
  const known = emojis() ?? (await loadEmojis());
  const custom = customEmojis()
    .filter((one) => one.name.includes(term))
    .map(
      (one): Suggestion => ({ key: one.name, kind: "emoji", label: `:${one.name}:`, hint: "", text: `:${one.name}: ` }),
    );
  const found = searchEmojis(known, term, SUGGESTIONS_MAX).map((one): Suggestion => {
    const name = emojiName(one, skinTone());
    return { key: name, kind: "emoji", label: `:${name}:`, hint: "", text: `:${name}: `, character: one.character };
  });
  return [...custom, ...found].slice(0, SUGGESTIONS_MAX);
}

/** A command that was made or removed is heeded after this at the latest: no event tells of it. */
export const COMMANDS_KEPT_MS = 60_000;
const commandsOf = new Map<string, { readonly at: number; readonly all: Promise<Command[]> }>();

function commandsOfTeam(teamId: string): Promise<Command[]> {
  const known = commandsOf.get(teamId);
  if (known && Date.now() - known.at < COMMANDS_KEPT_MS) return known.all;
  const all = get<Command[]>(`/teams/${teamId}/commands/autocomplete`);
  commandsOf.set(teamId, { at: Date.now(), all });
  all.catch(() => commandsOf.delete(teamId));
  return all;
}

/** Whether the server knows the command in this team. */
export const hasCommand = async (name: string, teamId: string): Promise<boolean> =>
  (await commandsOfTeam(teamId)).some((one) => one.trigger === name);

/** What the client does itself, where the server has no such command. */
const own = (): Pick<Command, "trigger" | "auto_complete" | "auto_complete_hint" | "auto_complete_desc">[] => [
  {
    trigger: "poll",
    auto_complete: true,
    auto_complete_hint: ofPolls("commandHint"),
    auto_complete_desc: ofPolls("command"),
  },
  {
    trigger: "remind",
    auto_complete: true,
    auto_complete_hint: planned("remindCommandHint"),
    auto_complete_desc: planned("remindCommand"),
  },
];

async function commands(term: string, teamId: string): Promise<Suggestion[]> {
  const there = await commandsOfTeam(teamId);
  const ours = own().filter((one) => !there.some((other) => other.trigger === one.trigger));
  return [...there, ...ours]
    .filter((one) => one.auto_complete && one.trigger.startsWith(term.toLowerCase()))
    .sort((one, other) => (one.trigger < other.trigger ? -1 : 1))
    .slice(0, SUGGESTIONS_MAX)
    .map((one) => ({
      key: one.trigger,
      kind: "command",
      label: `/${one.trigger}`,
      hint: [one.auto_complete_hint, one.auto_complete_desc].filter(Boolean).join(" — "),
      text: `/${one.trigger} `,
    }));
}
