// Teams: who may join, and which are archived.

import { createResource, createSignal, Show } from "solid-js";
import { formatDate } from "../../i18n/language";
import { get, post, put, remove } from "../../net/rest";
import { Avatar, MenuButton, type MenuItem, Tag, TextField } from "../../ui";
import type { Team } from "../../wire.gen";
import TeamMembersDialog from "../manage/team-members";
import { pictureOfTeam } from "../pictures";
import { attempt } from "../task";
import { Confirm, type Question } from "./confirm";
import { t } from "./strings";
import { Page, PER_PAGE, Table } from "./table";

export default function Teams() {
  const [typed, setTyped] = createSignal("");
  const [page, setPage] = createSignal(0);
  const [question, setQuestion] = createSignal<Question>();
  const [shown, setShown] = createSignal<Team>();
  const [teams, { refetch }] = createResource(
    () => ({ term: typed().trim(), page: page() }),
    ({ term, page }) =>
      term === "" ? get<Team[]>("/teams", { page, per_page: PER_PAGE }) : post<Team[]>("/teams/search", { term }),
  );
  const change = (work: () => Promise<unknown>) =>
    attempt(async () => {
      await work();
      await refetch();
    }, t("done"));
  const items = (team: Team): MenuItem[] => [
    { label: t("members"), icon: "people", perform: () => setShown(team) },
    {
      label: t(team.type === "O" ? "makeInviteOnly" : "makeOpen"),
      icon: team.type === "O" ? "lock" : "globe",
      perform: () => change(() => put(`/teams/${team.id}/privacy`, { privacy: team.type === "O" ? "I" : "O" })),
    },
    team.delete_at > 0
      ? {
          label: t("restore"),
          icon: "refresh",
          apart: true,
          perform: () => change(() => post(`/teams/${team.id}/restore`)),
        }
      : {
          label: t("archive"),
          icon: "archive",
          apart: true,
          danger: true,
          perform: () =>
            setQuestion({
              title: t("archiveTitle", { name: team.display_name }),
              text: t("archiveTeamText"),
              yes: t("archive"),
              work: async () => {
                await remove(`/teams/${team.id}`);
                await refetch();
              },
            }),
        },
  ];
  return (
    <Page title={t("teams")} hint={t("teamsHint")}>
      <div class="admin-tools">
        <TextField
          label={t("findTeams")}
          unlabelled
          type="search"
          icon="search"
          placeholder={t("findTeams")}
          value={typed()}
          onInput={(value) => {
            setPage(0);
            setTyped(value);
          }}
        />
      </div>
      <Table
        label={t("teams")}
        columns={[t("name"), t("whoMayJoin"), t("created")]}
        rows={teams.latest}
        failed={teams.error}
        empty={{ icon: "server", title: t("noTeams") }}
        page={{ at: page(), more: typed() === "" && (teams.latest?.length ?? 0) === PER_PAGE, go: setPage }}
        row={(team) => (
          <tr>
            <td>
              <div class="table-who">
                <Avatar name={team.display_name} src={pictureOfTeam(team)} shape="square" />
                <div>
                  {team.display_name}
                  <small>{team.description || team.name}</small>
                </div>
              </div>
            </td>
            <td>
              <div class="table-tags">
                <Tag kind={team.allow_open_invite ? "success" : "plain"}>
                  {t(team.allow_open_invite ? "everybody" : "invited")}
                </Tag>
                <Show when={team.delete_at > 0}>
                  <Tag kind="warning">{t("archived")}</Tag>
                </Show>
              </div>
            </td>
            <td data-label={t("created")}>{formatDate(team.create_at, "date")}</td>
            <td>
              <MenuButton label={t("actionsFor", { name: team.display_name })} align="end" items={() => items(team)} />
            </td>
          </tr>
        )}
      />
      <Show when={shown()}>{(team) => <TeamMembersDialog team={team()} onClose={() => setShown(undefined)} />}</Show>
      <Show when={question()}>{(asked) => <Confirm question={asked()} onClose={() => setQuestion(undefined)} />}</Show>
    </Page>
  );
}
