// The switcher: a few letters lead to a channel, a person or an action, the recently read ones first.
import { createMemo, createResource, createSignal, Match, Show, Switch } from "solid-js";
import { item } from "../../actions/action";
import { appActions } from "../../actions/app";
import { goToTeams } from "../../actions/teams";
import { get } from "../../net/rest";
import { converse, joinChannel, searchUsers } from "../../query/do";
import { channelName, nameOf, partnerId, store } from "../../query/world";
import { unreadOf } from "../../state/channels";
import { Avatar, CountBadge, Icon, Keys, type MenuItem } from "../../ui";
import type { Channel, Post, User } from "../../wire.gen";
import { attempt, channelMenu } from "../channel/menu";
import { postActions } from "../channel/tools";
import { pictureOf, presenceOfUser } from "../pictures";
import { channel, openChannelNow, team } from "../place";
import { ChannelIcon } from "../shell/channel-icon";
import { t } from "../strings";
import { Picker } from "./picker";
import { rank } from "./rank";

type Found =
  | { readonly kind: "channel"; readonly channel: Channel; readonly mine: boolean; readonly score: number }
  | { readonly kind: "person"; readonly user: User; readonly score: number }
  /** With what it is done to. */
  | { readonly kind: "action"; readonly action: MenuItem; readonly about: string; readonly score: number };

const FOUND_MAX = 14;
const PAUSE_MS = 120;
/** Being read lately counts as much as a better match of a few letters. */
const RECENT_SCORE_MAX = 60;
const DAY_MS = 86_400_000;

/** What is looked for, without the mark that may stand before a name. */
const termOf = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^[~@#>]/, "");

export default function Switcher() {
  const [typed, setTyped] = createSignal("");
  const [asked, setAsked] = createSignal("");
  const post = postWithFocus();
  let timer: number | undefined;

  const [remote] = createResource(asked, async (term) => {
    if (term === "" || !team()) return { users: [] as User[], channels: [] as Channel[] };
    const [users, channels] = await Promise.all([
      searchUsers(term, {}),
      get<Channel[]>(`/teams/${team()?.id}/channels/autocomplete`, { name: term }),
    ]).catch(() => [{ users: [] }, []] as [{ users: User[] }, Channel[]]);
    return { users: users.users, channels };
  });

  const found = createMemo<Found[]>(() => {
    const term = termOf(typed());
    const actionsOnly = typed().startsWith(">");
    const all: Found[] = actionsOnly ? [] : [...localChannels(term), ...people(term, remote.latest?.users ?? [])];
    if (!actionsOnly && term !== "") all.push(...joinable(term, remote.latest?.channels ?? []));
    if (term !== "" || actionsOnly) all.push(...actions(term, actionsOnly, post));
    return all.sort((a, b) => b.score - a.score).slice(0, FOUND_MAX);
  });

  const choose = (one: Found) => {
    if (one.kind === "action") one.action.perform();
    else if (one.kind === "person") attempt(converse([one.user.id]).then(openChannelNow));
    else if (one.mine) openChannelNow(one.channel);
    else attempt(joinChannel(one.channel).then(() => openChannelNow(one.channel)));
  };

  const type = (text: string) => {
    setTyped(text);
    window.clearTimeout(timer);
    timer = window.setTimeout(() => setAsked(termOf(typed())), PAUSE_MS);
  };

  return (
    <Picker
      title={t("findChannel")}
      icon="search"
      label={t("findChannel")}
      placeholder={t("switcherPlaceholder")}
      typed={typed()}
      onInput={type}
      found={found()}
      onChoose={choose}
    >
      {(one) => <Row found={one} />}
    </Picker>
  );
}

function Row(props: { found: Found }) {
  return (
    <Switch>
      <Match when={props.found.kind === "channel" && props.found}>
        {(one) => (
          <>
            <Show when={one().mine} fallback={<Icon name="hash" size="small" />}>
              <ChannelIcon id={one().channel.id} />
            </Show>
            <strong>{channelName(one().channel)}</strong>
            <small>{one().mine ? partnerName(one().channel) : t("notJoined")}</small>
            <Unread id={one().channel.id} />
          </>
        )}
      </Match>
      <Match when={props.found.kind === "person" && props.found}>
        {(one) => (
          <>
            <Avatar
              size="tiny"
              name={nameOf(one().user)}
              src={pictureOf(one().user)}
              presence={presenceOfUser(one().user)}
            />
            <strong>{nameOf(one().user)}</strong>
            <small>{fullName(one().user)}</small>
          </>
        )}
      </Match>
      <Match when={props.found.kind === "action" && props.found}>
        {(one) => (
          <>
            <Icon name={one().action.icon ?? "command"} size="small" />
            <strong>{one().action.label}</strong>
            <small>{one().about}</small>
            <Show when={one().action.keys}>{(keys) => <Keys keys={keys()} />}</Show>
          </>
        )}
      </Match>
    </Switch>
  );
}

const fullName = (user: User): string => `${user.first_name} ${user.last_name}`.trim();

/** Who it is that a conversation is named after, where the name does not say so already. */
function partnerName(channel: Channel): string {
  const user = channel.type === "D" ? store.row("users", partnerId(channel)) : undefined;
  const full = user ? fullName(user) : "";
  return full === channelName(channel) ? "" : full;
}

function Unread(props: { id: string }) {
  const unread = () => unreadOf(store.row("channels", props.id), store.row("members", props.id));
  return <CountBadge count={unread().mentions} label={t("mentionCount", { count: unread().mentions })} />;
}

function localChannels(term: string): Found[] {
  const found: Found[] = [];
  const now = Date.now();
  for (const channel of store.all("channels").values()) {
    const member = store.get("members", channel.id);
    if (!member || channel.delete_at > 0) continue;
    if (channel.team_id !== "" && channel.team_id !== team()?.id) continue;
    const score = rank(channelName(channel), term) || rank(channel.name, term) * 0.9;
    if (score <= 0) continue;
    const age = (now - Math.max(member.last_viewed_at, 0)) / DAY_MS;
    const unread = unreadOf(channel, member);
    const recent = RECENT_SCORE_MAX / (1 + age);
    found.push({
      kind: "channel",
      channel,
      mine: true,
      score: score + recent + (unread.mentions > 0 ? 100 : unread.posts > 0 ? 40 : 0),
    });
  }
  return found;
}

/** People with whom there is no conversation yet. */
function people(term: string, remote: readonly User[]): Found[] {
  if (term === "") return [];
  const users = new Map(remote.map((user) => [user.id, user]));
  for (const [id, user] of store.all("users")) users.set(id, user);
  const found: Found[] = [];
  const talkedTo = conversations();
  for (const user of users.values()) {
    if (user.delete_at > 0 || user.id === store.me) continue;
    const pair = [store.me, user.id].sort().join("__");
    if (talkedTo.has(pair)) continue;
    const score = Math.max(
      rank(user.username, term),
      rank(`${user.first_name} ${user.last_name}`, term),
      rank(user.nickname, term),
    );
    if (score > 0) found.push({ kind: "person", user, score: score - 20 });
  }
  return found;
}

function conversations(): Set<string> {
  const names = new Set<string>();
  for (const channel of store.all("channels").values()) if (channel.type === "D") names.add(channel.name);
  return names;
}

function joinable(term: string, remote: readonly Channel[]): Found[] {
  return remote
    .filter((channel) => !store.get("members", channel.id) && channel.delete_at === 0)
    .map((channel) => ({ kind: "channel", channel, mine: false, score: rank(channel.display_name, term) - 150 }));
}

/** The message that has the focus while the palette opens. */
function postWithFocus(): Post | undefined {
  const article = document.activeElement?.closest<HTMLElement>(".post[data-id]");
  const post = store.get("posts", article?.dataset.id ?? "");
  return post?.type === "system_ephemeral" ? undefined : post;
}

/** What is done with that message, anywhere, and with the channel that is open. */
function actions(term: string, only: boolean, post: Post | undefined): Found[] {
  const open = channel();
  const anywhere = [...appActions, ...goToTeams()].filter((action) => action.name !== "switch").map(item);
  const known = new Set(anywhere.map(({ label }) => label));
  const about = (items: readonly MenuItem[], what: string) =>
    items
      .filter(({ enabled }) => enabled !== false)
      .map(
        (action): Found => ({
          kind: "action",
          action,
          about: what,
          score: rank(action.label, term) - (only ? 0 : 120),
        }),
      );
  return [
    ...about(post ? postActions(post).map(item) : [], t("message")),
    ...about(anywhere, t("action")),
    ...about(open ? channelMenu(open).filter(({ label }) => !known.has(label)) : [], channelName(open)),
  ].filter((one) => one.score > (only ? 0 : 300));
}
