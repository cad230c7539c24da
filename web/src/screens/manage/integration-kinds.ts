// The four kinds of integrations as one shape: where their lists are, what a new one needs, what it shows.
//
// `integration-lists.tsx` draws any of them; adding a kind means adding an entry here.

import { get, post, put, remove } from "../../net/rest";
import type { IconName } from "../../ui";
import type { AccessToken, Bot, Command, IncomingHook, OutgoingHook } from "../../wire.gen";
import type { KindName } from "./integration-rights";

export interface Integration {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** What a program needs to know: an address or a token. */
  readonly secret?: string;
  readonly disabled: boolean;
}

export interface FieldOf {
  readonly name: string;
  readonly label:
    | "title"
    | "description"
    | "channel"
    | "words"
    | "addresses"
    | "trigger"
    | "address"
    | "hint"
    | "username";
  readonly required?: boolean;
  readonly kind?: "channel" | "lines";
}

export interface Kind {
  readonly name: KindName;
  readonly icon: IconName;
  readonly fields: readonly FieldOf[];
  list(teamId: string | undefined): Promise<Integration[]>;
  /** Makes one; the answer is a secret shown once, if there is any. */
  create(values: Readonly<Record<string, string>>, teamId: string): Promise<string | undefined>;
  remove(one: Integration): Promise<unknown>;
}

const PER_PAGE = 200;
const query = (teamId: string | undefined) => ({ page: 0, per_page: PER_PAGE, team_id: teamId });
const lines = (text: string | undefined) => (text ?? "").split(/[\s,]+/).filter(Boolean);

const incoming: Kind = {
  name: "incoming",
  icon: "webhook",
  fields: [
    { name: "display_name", label: "title", required: true },
    { name: "channel_id", label: "channel", kind: "channel", required: true },
    { name: "description", label: "description" },
  ],
  list: async (teamId) =>
    (await get<IncomingHook[]>("/hooks/incoming", query(teamId))).map((hook) => ({
      id: hook.id,
      title: hook.display_name || hook.id,
      detail: hook.description,
      secret: `${location.origin}/hooks/${hook.id}`,
      disabled: hook.delete_at > 0,
    })),
  create: async (values) => {
    const made = await post<IncomingHook>("/hooks/incoming", values);
    return `${location.origin}/hooks/${made.id}`;
  },
  remove: (one) => remove(`/hooks/incoming/${one.id}`),
};

const outgoing: Kind = {
  name: "outgoing",
  icon: "send",
  fields: [
    { name: "display_name", label: "title", required: true },
    { name: "channel_id", label: "channel", kind: "channel" },
    { name: "trigger_words", label: "words", kind: "lines" },
    { name: "callback_urls", label: "addresses", kind: "lines", required: true },
  ],
  list: async (teamId) =>
    (await get<OutgoingHook[]>("/hooks/outgoing", query(teamId))).map((hook) => ({
      id: hook.id,
      title: hook.display_name || hook.id,
      detail: [hook.trigger_words?.join(", "), hook.callback_urls?.join(", ")].filter(Boolean).join(" → "),
      secret: hook.token,
      disabled: hook.delete_at > 0,
    })),
  create: async (values, team_id) => {
    const hook = {
      ...values,
      team_id,
      trigger_words: lines(values.trigger_words),
      callback_urls: lines(values.callback_urls),
    };
    return (await post<OutgoingHook>("/hooks/outgoing", hook)).token;
  },
  remove: (one) => remove(`/hooks/outgoing/${one.id}`),
};

const commands: Kind = {
  name: "commands",
  icon: "command",
  fields: [
    { name: "trigger", label: "trigger", required: true },
    { name: "url", label: "address", required: true },
    { name: "display_name", label: "title" },
    { name: "auto_complete_desc", label: "description" },
    { name: "auto_complete_hint", label: "hint" },
  ],
  list: async (teamId) =>
    (await get<Command[]>("/commands", { team_id: teamId, custom_only: true })).map((command) => ({
      id: command.id,
      title: `/${command.trigger}`,
      detail: command.display_name || command.url,
      secret: command.token,
      disabled: command.delete_at > 0,
    })),
  create: async (values, team_id) => {
    const command = {
      ...values,
      trigger: values.trigger?.replace(/^\//, ""),
      team_id,
      method: "P",
      auto_complete: true,
    };
    return (await post<Command>("/commands", command)).token;
  },
  remove: (one) => remove(`/commands/${one.id}`),
};

const bots: Kind = {
  name: "bots",
  icon: "bot",
  fields: [
    { name: "username", label: "username", required: true },
    { name: "display_name", label: "title" },
    { name: "description", label: "description" },
  ],
  list: async () =>
    (await get<Bot[]>("/bots", { page: 0, per_page: PER_PAGE, include_deleted: true })).map((bot) => ({
      id: bot.user_id,
      title: bot.display_name || bot.username,
      detail: [`@${bot.username}`, bot.description].filter(Boolean).join(" · "),
      disabled: bot.delete_at > 0,
    })),
  create: async (values) => {
    const bot = await post<Bot>("/bots", values);
    const description = values.display_name || bot.username;
    return (await post<AccessToken>(`/users/${bot.user_id}/tokens`, { description })).token;
  },
  remove: (one) => post(`/bots/${one.id}/${one.disabled ? "enable" : "disable"}`),
};

export const KINDS: readonly Kind[] = [incoming, outgoing, commands, bots];

/** A new token for something whose token was lost or told. */
export const newToken = (kind: KindName, id: string): Promise<unknown> =>
  kind === "commands" ? put(`/commands/${id}/regen_token`) : post(`/hooks/outgoing/${id}/regen_token`);
