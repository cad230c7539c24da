// Who is in a channel.
import { createMemo, createSignal, For, Show } from "solid-js";
import { get, post, remove } from "../../net/rest";
import { wantUser } from "../../query/people";
import { channelName, may, nameOf, store } from "../../query/world";
import { channelWindow, put } from "../../state/tables";
import { Avatar, Button, Empty, MenuButton, type MenuItem, Skeleton, Tag, TextField } from "../../ui";
import type { Channel, User } from "../../wire.gen";
import { adminsOf, isGuest, setAdmin } from "../people/admins";
import { openProfile } from "../people/profile";
import { pictureOf, presenceOfUser } from "../pictures";
import { setDialog } from "../place";
import { t } from "../strings";
import { attempt } from "../task";
import { PanelHead } from "./head";
import { type Page, PageList, pagesOf } from "./pages";

const PAGE_LEN = 100;
const COMES_AND_GOES = /^system_(add_to|join|leave|remove_from)/;

/** Whether the reader decides who is in a channel. Conversations are for good. */
function mayManage(channel: Channel | undefined): boolean {
  if (!channel?.team_id) return false;
  const kind = channel.type === "P" ? "private" : "public";
  return may(`manage_${kind}_channel_members`, { channelId: channel.id });
}

/** Whether the reader may take somebody out of a channel. Everybody is in the first one. */
function mayRemove(channel: Channel | undefined, user: User): boolean {
  return mayManage(channel) && channel?.name !== "town-square" && user.id !== store.me;
}

/** Whether the reader may say that somebody is an administrator of a channel. Guests are none. */
function mayAppoint(channel: Channel | undefined, user: User): boolean {
  if (!channel?.team_id || isGuest(user)) return false;
  return may("manage_channel_roles", { channelId: channel.id });
}

interface Listed {
  readonly user: User;
  readonly admin: boolean;
}

/** One page of those in a channel, or the first that a search of all of them finds. */
async function membersOf(id: string, term: string, page: number): Promise<Page<Listed>> {
  const found =
    term === ""
      ? await get<User[]>("/users", { in_channel: id, active: true, sort: "status", page, per_page: PAGE_LEN })
      : await post<User[]>("/users/search", { term, in_channel_id: id, limit: PAGE_LEN });
  store.commit(found.filter((user) => !store.get("users", user.id)).map((user) => put("users", user.id, user)));
  for (const user of found) wantUser(user.id);
  const admins = await adminsOf(`/channels/${id}`, found);
  const rows = found.map((user) => ({ user, admin: admins.has(user.id) }));
  return { rows, more: term === "" && found.length === PAGE_LEN };
}

export function MembersPanel(props: { channelId: string }) {
  const channel = () => store.row("channels", props.channelId);
  const [typed, setTyped] = createSignal("");
  /** The last post that tells of somebody who came or went: the list is another one after it. */
  const moved = createMemo(() =>
    store
      .row("windows", channelWindow(props.channelId))
      ?.ids.findLast((id) => COMES_AND_GOES.test(store.get("posts", id)?.type ?? "")),
  );
  const term = () => typed().trim();
  const pages = pagesOf({
    on: () => props.channelId,
    again: () => [moved(), term()],
    load: (page) => membersOf(props.channelId, term(), page),
    idOf: ({ user }) => user.id,
    pageLen: PAGE_LEN,
  });
  return (
    <>
      <PanelHead title={t("members")} hint={channelName(channel())}>
        <Show when={mayManage(channel())}>
          <Button
            size="small"
            icon="personAdd"
            onClick={() => setDialog({ kind: "addMembers", channelId: props.channelId })}
          >
            {t("add")}
          </Button>
        </Show>
      </PanelHead>
      <div class="panel-find">
        <TextField
          label={t("findMember")}
          unlabelled
          type="search"
          icon="search"
          placeholder={t("findMember")}
          value={typed()}
          onInput={setTyped}
        />
      </div>
      <PageList
        pages={pages}
        shown={pages.rows()}
        wait={<Skeleton lines={6} avatar />}
        empty={<Empty icon="people" title={t("nothingFound")} />}
      >
        {(all) => (
          <For each={all()}>
            {(one) => <Member user={one.user} channel={channel()} admin={one.admin} onChange={pages.retry} />}
          </For>
        )}
      </PageList>
    </>
  );
}

function Member(props: {
  user: User;
  channel: Channel | undefined;
  admin: boolean;
  /** Asks for the list anew. */
  onChange: () => void;
}) {
  const name = () => nameOf(props.user);
  const path = () => `/channels/${props.channel?.id}`;
  const items = (): MenuItem[] => {
    const all: MenuItem[] = [];
    if (mayAppoint(props.channel, props.user)) {
      all.push({
        label: props.admin ? t("makeMember") : t("makeChannelAdmin"),
        icon: "people",
        perform: () =>
          attempt(async () => {
            await setAdmin(path(), props.user.id, props.admin ? "member" : "admin");
            props.onChange();
          }),
      });
    }
    if (mayRemove(props.channel, props.user)) {
      all.push({
        label: t("removeFromChannel"),
        icon: "leave",
        danger: true,
        perform: () => attempt(() => remove(`${path()}/members/${props.user.id}`)),
      });
    }
    return all;
  };
  return (
    <div class="member-row">
      <Person user={props.user} admin={props.admin} />
      <Show when={items().length > 0}>
        <MenuButton size="small" icon="more" label={t("channelMenu", { name: name() })} align="end" items={items} />
      </Show>
    </div>
  );
}

function Person(props: { user: User; admin: boolean }) {
  return (
    <button type="button" class="member" onClick={(event) => openProfile(props.user.id, event.currentTarget)}>
      <Avatar name={nameOf(props.user)} src={pictureOf(props.user)} presence={presenceOfUser(props.user)} />
      <span class="member-text">
        <strong>{`${props.user.first_name} ${props.user.last_name}`.trim() || props.user.username}</strong>
        <small>
          <bdi>@{props.user.username}</bdi>
          {props.user.position ? ` · ${props.user.position}` : ""}
        </small>
      </span>
      <Show when={props.user.is_bot}>
        <Tag>{t("bot")}</Tag>
      </Show>
      <Show when={props.admin}>
        <Tag kind="info">{t("channelAdmin")}</Tag>
      </Show>
    </button>
  );
}
