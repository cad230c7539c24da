// Somebody who is signed in opened an invitation: into the team, and there.
import { createEffect, createSignal, Show } from "solid-js";
import { post } from "../../net/rest";
import { load } from "../../query/load";
import { store } from "../../query/world";
import { go, type Invite } from "../../route";
import { Banner, Button, Skeleton } from "../../ui";
import type { TeamMember } from "../../wire.gen";
import { t as chat } from "../strings";
import { problemText } from "../task";
import { Mark } from "./form";
import { t } from "./strings";
import "./entry.css";

/** Joins by the invitation, and goes to the team. */
async function join(invite: Invite): Promise<void> {
  const query = invite.token !== "" ? { token: invite.token } : { invite_id: invite.id };
  const member = await post<TeamMember>("/teams/members/invite", undefined, query);
  await load({ load: "team", id: member.team_id });
  const name = store.get("teams", member.team_id)?.name;
  go(name ? `/${name}` : "/", "replace");
}

export default function Join(props: { invite: Invite }) {
  const [problem, setProblem] = createSignal("");
  createEffect(() => {
    setProblem("");
    join(props.invite).catch((refused: unknown) => setProblem(problemText(refused)));
  });
  return (
    <main class="entry">
      <div class="entry-card">
        <Mark />
        <div class="entry-form">
          <h1>{t("joining")}</h1>
          <Show when={problem()} fallback={<Skeleton lines={2} />}>
            {(text) => (
              <>
                <Banner kind="danger">{text()}</Banner>
                <Button kind="primary" onClick={() => go("/", "replace")}>
                  {chat("back")}
                </Button>
              </>
            )}
          </Show>
        </div>
      </div>
    </main>
  );
}
