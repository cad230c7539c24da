// Who is in a team: found by name, made an administrator of it, taken out of it.

import { createSignal, For, Show } from "solid-js";
import { get, post, remove } from "../../net/rest";
import { may, nameOf, store } from "../../query/world";
import { Avatar, Banner, Button, Dialog, MenuButton, type MenuItem, Skeleton, Tag, TextField } from "../../ui";
import { t as ui } from "../../ui/strings";
import type { Team, User } from "../../wire.gen";
import { type Page, pagesOf } from "../panel/pages";
import { adminsOf, isGuest, setAdmin } from "../people/admins";
import { pictureOf } from "../pictures";
import { Row } from "../settings/section";
import { t as chat } from "../strings";
import { Sure } from "../sure";
import { attempt } from "../task";
import { t } from "./strings";
import "./manage.css";

const PAGE_LEN = 100;

interface Listed {
  readonly user: User;
  readonly admin: boolean;
}

/** One page of those in a team, or the first that a search of all of them finds. */
async function membersOf(team: string, term: string, page: number): Promise<Page<Listed>> {
  const found =
    term === ""
      ? await get<User[]>("/users", { in_team: team, active: true, page, per_page: PAGE_LEN })
      : await post<User[]>("/users/search", { term, team_id: team, limit: PAGE_LEN });
  const admins = await adminsOf(`/teams/${team}`, found);
  const rows = found.map((user) => ({ user, admin: admins.has(user.id) }));
  return { rows, more: term === "" && found.length === PAGE_LEN };
}

export default function TeamMembersDialog(props: { team: Team; onClose: () => void }) {
  const [typed, setTyped] = createSignal("");
  const [leaving, setLeaving] = createSignal<User>();
  const term = () => typed().trim();
  const pages = pagesOf({
    on: () => props.team.id,
    again: term,
    load: (page) => membersOf(props.team.id, term(), page),
    idOf: ({ user }) => user.id,
    pageLen: PAGE_LEN,
  });
  const path = () => `/teams/${props.team.id}`;
  const change = (work: () => Promise<unknown>) =>
    attempt(async () => {
      await work();
      pages.retry();
    });
  const items = (user: User, admin: boolean): MenuItem[] => {
    const where = { teamId: props.team.id };
    const all: MenuItem[] = [];
    if (may("manage_team_roles", where) && !isGuest(user)) {
      all.push({
        label: t(admin ? "makeMember" : "makeTeamAdmin"),
        icon: "people",
        perform: () => change(() => setAdmin(path(), user.id, admin ? "member" : "admin")),
      });
    }
    if (may("remove_user_from_team", where) && user.id !== store.me) {
      all.push({ label: t("removeFromTeam"), icon: "leave", danger: true, perform: () => setLeaving(user) });
    }
    return all;
  };
  return (
    <Dialog title={t("teamMembers")} description={props.team.display_name} onClose={props.onClose}>
      <div class="settings-page invite-page">
        <TextField
          label={t("findMembers")}
          unlabelled
          type="search"
          icon="search"
          placeholder={t("findMembers")}
          value={typed()}
          onInput={setTyped}
          autofocus
        />
        <Show when={pages.failed()}>
          <Banner kind="danger" action={<Button onClick={() => pages.retry()}>{ui("tryAgain")}</Button>}>
            {chat("notLoaded")}
          </Banner>
        </Show>
        <Show when={pages.rows()} fallback={<Show when={!pages.failed()}>{<Skeleton lines={6} avatar />}</Show>}>
          {(all) => (
            <ul class="settings-list">
              <For each={all()} fallback={<li class="field-hint">{t("nobodyFound")}</li>}>
                {(one) => <MemberRow user={one.user} admin={one.admin} items={items} />}
              </For>
            </ul>
          )}
        </Show>
        <Show when={pages.more()}>
          <div>
            <Button onClick={() => attempt(() => pages.extend())}>{chat("more")}</Button>
          </div>
        </Show>
      </div>
      <Show when={leaving()}>
        {(user) => (
          <Sure
            title={t("removeTitle", { name: nameOf(user()) })}
            text={t("removeFromTeamText", { name: nameOf(user()) })}
            yes={t("removeFromTeam")}
            onClose={() => setLeaving(undefined)}
            perform={() => change(() => remove(`${path()}/members/${user().id}`))}
          />
        )}
      </Show>
    </Dialog>
  );
}

function MemberRow(props: { user: User; admin: boolean; items: (user: User, admin: boolean) => MenuItem[] }) {
  const items = () => props.items(props.user, props.admin);
  return (
    <Row
      lead={<Avatar name={nameOf(props.user)} src={pictureOf(props.user)} />}
      title={`${props.user.first_name} ${props.user.last_name}`.trim() || props.user.username}
      detail={<bdi>@{props.user.username}</bdi>}
    >
      <Show when={props.admin}>
        <Tag kind="info">{t("teamAdmin")}</Tag>
      </Show>
      <Show when={items().length > 0}>
        <MenuButton label={t("actionsFor", { name: nameOf(props.user) })} align="end" items={items} />
      </Show>
    </Row>
  );
}
