// An address of a channel that is none of mine: one that was archived is read all the same, a public one can be joined.

import { createResource, Show } from "solid-js";
import { channelCalled } from "../../query/archived";
import { joinChannel } from "../../query/do";
import { go, route } from "../../route";
import { Summary } from "../../text/summary";
import { Button, Empty, Skeleton } from "../../ui";
import { attempt } from "../channel/menu";
import { team } from "../place";
import { t } from "../strings";
import { Bar } from "./bar";

/** The team and the name that the address has. */
function wanted(): { readonly teamId: string; readonly name: string } | undefined {
  const now = route();
  const here = team();
  if (!here || now.screen !== "channel" || now.name === "") return undefined;
  return { teamId: here.id, name: now.name };
}

export default function Missing() {
  const [found] = createResource(wanted, ({ teamId, name }) => channelCalled(teamId, name));
  return (
    <>
      <Bar />
      <Show when={!found.loading} fallback={<Skeleton lines={8} avatar />}>
        <Show when={found.state === "ready" && found()} fallback={<NoSuch />}>
          {(one) => (
            <Empty icon="hash" title={one().display_name}>
              <p>
                <Summary text={one().purpose || t("notInChannel")} version={`purpose/${one().purpose}`} />
              </p>
              <Button kind="primary" onClick={() => attempt(joinChannel(one()))}>
                {t("join")}
              </Button>
            </Empty>
          )}
        </Show>
      </Show>
    </>
  );
}

/** No channel of that name, or no team at all. */
function NoSuch() {
  return (
    <Empty icon="search" title={team() ? t("noSuchChannel") : t("noTeam")}>
      <Show
        when={team()}
        fallback={
          <Button kind="primary" onClick={() => go("/select_team")}>
            {t("joinTeam")}
          </Button>
        }
      >
        <Button kind="primary" onClick={() => go(`/${team()?.name}`, "replace")}>
          {t("back")}
        </Button>
      </Show>
    </Empty>
  );
}
