// The teams of somebody who is in several, with what is unread in each.
import { createMemo, For, Show } from "solid-js";
import { store } from "../../query/world";
import { go } from "../../route";
import { unreadOf } from "../../state/channels";
import { Avatar, CountBadge, IconButton } from "../../ui";
import type { Team } from "../../wire.gen";
import { pictureOfTeam } from "../pictures";
import { team, teamsOfMine } from "../place";
import { t } from "../strings";

export function Rail() {
  return (
    <nav class="rail" aria-label={t("teams")}>
      <For each={teamsOfMine()}>{(one) => <RailTeam team={one} />}</For>
      <IconButton icon="add" label={t("otherTeams")} onClick={() => go("/select_team")} />
    </nav>
  );
}

function RailTeam(props: { team: Team }) {
  const unread = createMemo(() => {
    const sum = { posts: 0, mentions: 0 };
    for (const one of store.all("channels").values()) {
      if (one.team_id !== props.team.id) continue;
      const counts = unreadOf(store.row("channels", one.id), store.row("members", one.id));
      sum.posts += counts.posts;
      sum.mentions += counts.mentions;
    }
    return sum;
  });
  const current = () => team()?.id === props.team.id;
  return (
    <button
      type="button"
      class="rail-team"
      aria-current={current() ? "true" : undefined}
      aria-label={props.team.display_name}
      title={props.team.display_name}
      onClick={() => go(`/${props.team.name}`)}
    >
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
