// Teams of a person who is signed in: the open ones to join, and a new one to make.
import { createResource, createSignal, For, Show } from "solid-js";
import { get, post } from "../../net/rest";
import { load } from "../../query/load";
import { signOut } from "../../query/session";
import { may, store } from "../../query/world";
import { follow, go } from "../../route";
import { Avatar, Button, Icon, TextField } from "../../ui";
import type { Team } from "../../wire.gen";
import { pictureOfTeam } from "../pictures";
import { t } from "../strings";
import { Form, Mark } from "./form";

const TEAMS_MAX = 100;

export default function Teams() {
  const [open] = createResource(() => get<Team[]>("/teams", { page: 0, per_page: TEAMS_MAX }));
  const others = () => (open.latest ?? []).filter((team) => !store.row("teams", team.id) && team.allow_open_invite);
  const [making, setMaking] = createSignal(false);
  const showForm = () => making() || (open.state === "ready" && others().length === 0);
  const join = async (team: Team) => {
    await post(`/teams/${team.id}/members`, { team_id: team.id, user_id: store.me });
    await load({ load: "team", id: team.id });
    go(`/${team.name}`);
  };
  return (
    <main class="entry">
      <div class="entry-card">
        <Mark />
        <Show when={others().length > 0}>
          <section class="entry-form">
            <h1>{t("joinTeam")}</h1>
            <ul class="entry-teams">
              <For each={others()}>
                {(team) => (
                  <li>
                    <button type="button" class="entry-team" onClick={() => void join(team)}>
                      <Avatar name={team.display_name} src={pictureOfTeam(team)} shape="square" />
                      <span class="entry-team-name">{team.display_name}</span>
                      <Icon name="chevronEnd" size="small" />
                    </button>
                  </li>
                )}
              </For>
            </ul>
          </section>
        </Show>
        <Show when={may("create_team")}>
          <Show when={showForm()} fallback={<Button onClick={() => setMaking(true)}>{t("createTeam")}</Button>}>
            <NewTeam />
          </Show>
        </Show>
        <p class="entry-other">
          <Show when={store.all("teams").size > 0} fallback={<SignOut />}>
            <a href="/" onClick={follow}>
              {t("back")}
            </a>
          </Show>
        </p>
      </div>
    </main>
  );
}

function SignOut() {
  return (
    <Button kind="quiet" size="small" onClick={() => void signOut()}>
      {t("signOut")}
    </Button>
  );
}

/** What of a name may stand in an address. */
export function addressOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
}

function NewTeam() {
  const [name, setName] = createSignal("");
  const submit = async () => {
    const team = await post<Team>("/teams", {
      name: addressOf(name()) || `team-${Date.now().toString(36)}`,
      display_name: name().trim(),
      type: "O",
      allow_open_invite: true,
    });
    await load({ load: "team", id: team.id });
    go(`/${team.name}`);
  };
  return (
    <Form title={t("createTeam")} text={t("createTeamText")} submit={t("createTeam")} onSubmit={submit}>
      <TextField
        label={t("teamName")}
        value={name()}
        onInput={setName}
        minlength={2}
        maxlength={64}
        required
        autofocus
      />
    </Form>
  );
}
