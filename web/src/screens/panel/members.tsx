// Who is in a channel.
import { createResource, createSignal, For, Show } from "solid-js";
import { get } from "../../net/rest";
import { wantUser } from "../../query/people";
import { channelName, nameOf, store } from "../../query/world";
import { put } from "../../state/tables";
import { Avatar, Button, Skeleton, Tag, TextField } from "../../ui";
import type { User } from "../../wire.gen";
import { openProfile } from "../people/profile";
import { pictureOf, presenceOf } from "../pictures";
import { setDialog } from "../place";
import { t } from "../strings";
import { PanelHead } from "./head";

/** Longer lists are searched. */
const MEMBERS_MAX = 200;

export function MembersPanel(props: { channelId: string }) {
  const channel = () => store.row("channels", props.channelId);
  const [typed, setTyped] = createSignal("");
  const [users] = createResource(
    () => props.channelId,
    async (id) => {
      const found = await get<User[]>("/users", { in_channel: id, per_page: MEMBERS_MAX, sort: "status" });
      store.commit(found.filter((user) => !store.get("users", user.id)).map((user) => put("users", user.id, user)));
      for (const user of found) wantUser(user.id);
      return found;
    },
  );
  const shown = () => {
    const term = typed().trim().toLowerCase();
    return (users.latest ?? []).filter((user) =>
      `${user.username} ${user.first_name} ${user.last_name} ${user.nickname}`.toLowerCase().includes(term),
    );
  };
  return (
    <>
      <PanelHead title={t("members")} hint={channelName(channel())}>
        <Show when={channel()?.team_id}>
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
      <div class="panel-body">
        <Show when={users.latest} fallback={<Skeleton lines={6} avatar />}>
          <For each={shown()}>{(user) => <Member user={user} />}</For>
        </Show>
      </div>
    </>
  );
}

function Member(props: { user: User }) {
  return (
    <button type="button" class="member" onClick={(event) => openProfile(props.user.id, event.currentTarget)}>
      <Avatar
        name={nameOf(props.user)}
        src={pictureOf(props.user)}
        presence={presenceOf(store.row("statuses", props.user.id))}
      />
      <span class="member-text">
        <strong>{`${props.user.first_name} ${props.user.last_name}`.trim() || props.user.username}</strong>
        <small>
          @{props.user.username}
          {props.user.position ? ` · ${props.user.position}` : ""}
        </small>
      </span>
      <Show when={props.user.is_bot}>
        <Tag>{t("bot")}</Tag>
      </Show>
    </button>
  );
}
