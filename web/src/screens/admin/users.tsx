// Accounts: find them, see what they may, deactivate, give a new password, end their sessions.

import { createResource, createSignal, Show } from "solid-js";
import { formatDate } from "../../i18n/language";
import { get, post, put, remove } from "../../net/rest";
import { store } from "../../query/world";
import { Avatar, Button, MenuButton, type MenuItem, Select, Tag, TextField } from "../../ui";
import type { User } from "../../wire.gen";
import { pictureOf } from "../pictures";
import { attempt } from "../task";
import { Confirm, type Question } from "./confirm";
import { t } from "./strings";
import { Page, PER_PAGE, Table } from "./table";
import { NewPassword, NewUser, UserSessions } from "./user-dialogs";

/** Codes of an app, or a passkey; both are taken away at once. */
const hasSecondFactor = (user: User) => user.mfa_active === true || (user.passkey_count ?? 0) > 0;

type Filter = "all" | "active" | "inactive" | "admins" | "guests";

const QUERY: Record<Filter, Record<string, string | boolean>> = {
  all: {},
  active: { active: true },
  inactive: { inactive: true },
  admins: { role: "system_admin" },
  guests: { role: "system_guest" },
};

type Open = { kind: "password" | "sessions"; user: User } | { kind: "new" };

export default function Users() {
  const [typed, setTyped] = createSignal("");
  const [filter, setFilter] = createSignal<Filter>("all");
  const [page, setPage] = createSignal(0);
  const [question, setQuestion] = createSignal<Question>();
  const [open, setOpen] = createSignal<Open>();
  const [users, { refetch }] = createResource(
    () => ({ term: typed().trim(), filter: filter(), page: page() }),
    ({ term, filter, page }) =>
      term === ""
        ? get<User[]>("/users", { page, per_page: PER_PAGE, ...QUERY[filter] })
        : post<User[]>("/users/search", { term, limit: PER_PAGE, ...searchOf(filter) }),
  );
  const change = (work: () => Promise<unknown>, done: string) =>
    attempt(async () => {
      await work();
      await refetch();
    }, done);
  const items = (user: User): MenuItem[] => [
    ...roleItems(user, change),
    {
      label: t("newPassword"),
      icon: "key",
      apart: true,
      enabled: !user.auth_service,
      perform: () => setOpen({ kind: "password", user }),
    },
    { label: t("sessions"), icon: "globe", perform: () => setOpen({ kind: "sessions", user }) },
    {
      label: t("resetMfa"),
      icon: "shield",
      enabled: hasSecondFactor(user),
      perform: () => change(() => put(`/users/${user.id}/mfa`, { activate: false, code: "" }), t("done")),
    },
    user.delete_at > 0
      ? {
          label: t("activate"),
          icon: "check",
          apart: true,
          perform: () => change(() => put(`/users/${user.id}/active`, { active: true }), t("done")),
        }
      : {
          label: t("deactivate"),
          icon: "close",
          apart: true,
          danger: true,
          enabled: user.id !== store.me,
          perform: () =>
            setQuestion({
              title: t("deactivateTitle", { name: user.username }),
              text: t("deactivateText"),
              yes: t("deactivate"),
              work: async () => {
                await remove(`/users/${user.id}`);
                await refetch();
              },
            }),
        },
  ];
  return (
    <Page
      title={t("users")}
      hint={t("usersHint")}
      action={
        <Button icon="personAdd" kind="primary" onClick={() => setOpen({ kind: "new" })}>
          {t("newUser")}
        </Button>
      }
    >
      <div class="admin-tools">
        <TextField
          label={t("findUsers")}
          unlabelled
          type="search"
          icon="search"
          placeholder={t("findUsers")}
          value={typed()}
          onInput={(value) => {
            setPage(0);
            setTyped(value);
          }}
        />
        <Select
          label={t("show")}
          unlabelled
          value={filter()}
          options={(Object.keys(QUERY) as Filter[]).map((value) => ({ value, label: t(`users_${value}`) }))}
          onChoose={(value) => {
            setPage(0);
            setFilter(value);
          }}
        />
      </div>
      <Table
        label={t("users")}
        columns={[t("name"), t("email"), t("roles"), t("joined")]}
        rows={users.latest}
        failed={users.error}
        empty={{ icon: "people", title: t("noUsers") }}
        page={{ at: page(), more: typed() === "" && (users.latest?.length ?? 0) === PER_PAGE, go: setPage }}
        row={(user) => (
          <tr>
            <td>
              <div class="table-who">
                <Avatar name={user.username} src={pictureOf(user)} />
                <div>
                  {`${user.first_name} ${user.last_name}`.trim() || user.username}
                  <small>
                    <bdi>@{user.username}</bdi>
                  </small>
                </div>
              </div>
            </td>
            <td>{user.email}</td>
            <td>
              <Roles user={user} />
            </td>
            <td data-label={t("joined")}>{user.create_at ? formatDate(user.create_at, "date") : ""}</td>
            <td>
              <MenuButton label={t("actionsFor", { name: user.username })} align="end" items={() => items(user)} />
            </td>
          </tr>
        )}
      />
      <Show when={question()}>{(asked) => <Confirm question={asked()} onClose={() => setQuestion(undefined)} />}</Show>
      <Dialogs open={open()} onClose={() => setOpen(undefined)} onChanged={() => void refetch()} />
    </Page>
  );
}

function searchOf(filter: Filter): Record<string, unknown> {
  if (filter === "admins") return { role: "system_admin", allow_inactive: true };
  if (filter === "guests") return { role: "system_guest", allow_inactive: true };
  return { allow_inactive: filter !== "active" };
}

function roleItems(user: User, change: (work: () => Promise<unknown>, done: string) => void): MenuItem[] {
  const roles = user.roles.split(" ");
  const isAdmin = roles.includes("system_admin");
  const next = isAdmin ? roles.filter((role) => role !== "system_admin") : [...roles, "system_admin"];
  return [
    {
      label: t(isAdmin ? "makeMember" : "makeAdmin"),
      icon: "shield",
      enabled: user.id !== store.me && user.is_bot !== true,
      perform: () => change(() => put(`/users/${user.id}/roles`, { roles: next.join(" ") }), t("done")),
    },
  ];
}

function Roles(props: { user: User }) {
  const has = (role: string) => props.user.roles.split(" ").includes(role);
  return (
    <div class="table-tags">
      <Show when={props.user.delete_at > 0}>
        <Tag kind="danger">{t("deactivated")}</Tag>
      </Show>
      <Show when={has("system_admin")}>
        <Tag kind="info">{t("administrator")}</Tag>
      </Show>
      <Show when={has("system_guest")}>
        <Tag kind="warning">{t("guest")}</Tag>
      </Show>
      <Show when={props.user.is_bot}>
        <Tag>{t("bot")}</Tag>
      </Show>
      <Show when={hasSecondFactor(props.user)}>
        <Tag kind="success">{t("secondFactor")}</Tag>
      </Show>
      <Show when={!has("system_admin") && !has("system_guest") && !props.user.is_bot && props.user.delete_at === 0}>
        <Tag>{t("member")}</Tag>
      </Show>
    </div>
  );
}

function Dialogs(props: { open: Open | undefined; onClose: () => void; onChanged: () => void }) {
  const about = (kind: "password" | "sessions") => {
    const now = props.open;
    return now?.kind === kind ? now.user : undefined;
  };
  return (
    <>
      <Show when={about("password")}>{(user) => <NewPassword user={user()} onClose={props.onClose} />}</Show>
      <Show when={about("sessions")}>{(user) => <UserSessions user={user()} onClose={props.onClose} />}</Show>
      <Show when={props.open?.kind === "new"}>
        <NewUser onClose={props.onClose} onMade={props.onChanged} />
      </Show>
    </>
  );
}
