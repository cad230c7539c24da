// Who is in a team: found by name, made an administrator of it, taken out of it.

import { createResource, createSignal, For, Show } from "solid-js";
import { get, post, remove } from "../../net/rest";
import { may, nameOf, store } from "../../query/world";
import { Avatar, Banner, Dialog, MenuButton, type MenuItem, Skeleton, Tag, TextField } from "../../ui";
import type { Team, User } from "../../wire.gen";
import { adminsOf, isGuest, setAdmin } from "../people/admins";
import { pictureOf } from "../pictures";
import { Row } from "../settings/section";
import { Sure } from "../sure";
import { attempt, problemText } from "../task";
import { t } from "./strings";
import "./manage.css";

/** Larger teams are searched. */
const MEMBERS_MAX = 100;

async function membersOf(team: string, term: string) {
  const users =
    term === ""
      ? await get<User[]>("/users", { in_team: team, active: true, per_page: MEMBERS_MAX })
      : await post<User[]>("/users/search", { term, team_id: team, limit: MEMBERS_MAX });
  return { users, admins: await adminsOf(`/teams/${team}`, users) };
}

export default function TeamMembersDialog(props: { team: Team; onClose: () => void }) {
  const [typed, setTyped] = createSignal("");
  const [leaving, setLeaving] = createSignal<User>();
  const [members, { refetch }] = createResource(
    () => [props.team.id, typed().trim()] as const,
    ([team, term]) => membersOf(team, term),
  );
  const path = () => `/teams/${props.team.id}`;
  const change = (work: () => Promise<unknown>) =>
    attempt(async () => {
      await work();
      await refetch();
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
        <Show when={members.error}>
          <Banner kind="danger">{problemText(members.error)}</Banner>
        </Show>
        <Show
          when={!members.error && members.latest}
          fallback={<Show when={!members.error}>{<Skeleton lines={6} avatar />}</Show>}
        >
          {(found) => (
            <ul class="settings-list">
              <For each={found().users} fallback={<li class="field-hint">{t("nobodyFound")}</li>}>
                {(user) => <MemberRow user={user} admin={found().admins.has(user.id)} items={items} />}
              </For>
            </ul>
          )}
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
      detail={`@${props.user.username}`}
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
