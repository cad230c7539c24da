// The teams of somebody who is in several, with what is unread in each.
import { For, Show } from "solid-js";
import { go } from "../../route";
import { Avatar, CountBadge, IconButton } from "../../ui";
import { walk } from "../../ui/walk";
import type { Team } from "../../wire.gen";
import { pictureOfTeam } from "../pictures";
import { team, teamsOfMine } from "../place";
import { t } from "../strings";
import { unreadOfTeam } from "./order";

export function Rail() {
  return (
    <nav class="rail" aria-label={t("teams")} onKeyDown={(event) => walk(event, event.currentTarget, "button")}>
      <For each={teamsOfMine()}>{(one) => <RailTeam team={one} />}</For>
      <IconButton icon="add" label={t("otherTeams")} onClick={() => go("/select_team")} />
    </nav>
  );
}

function RailTeam(props: { team: Team }) {
  const unread = () => unreadOfTeam(props.team.id);
  const current = () => team()?.id === props.team.id;
  return (
    <button
      type="button"
      class="rail-team"
      aria-current={current() ? "true" : undefined}
      title={props.team.display_name}
      onClick={() => go(`/${props.team.name}`)}
    >
      <span class="unseen">{props.team.display_name}</span>
      <Avatar name={props.team.display_name} src={pictureOfTeam(props.team)} shape="square" />
      <Show when={!current()}>
        <CountBadge count={unread().mentions} label={t("mentionCount", { count: unread().mentions })} />
        <Show when={unread().mentions === 0 && unread().posts > 0}>
          <span class="rail-unread" />
        </Show>
      </Show>
    </button>
  );
}
