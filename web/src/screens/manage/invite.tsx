// Inviting into the team: a link to pass on, people of this server, addresses, and guests.

import { createSignal, Show } from "solid-js";
import { post } from "../../net/rest";
import { config, may } from "../../query/world";
import { Banner, Button, Dialog, Tabs, TextArea } from "../../ui";
import { toast } from "../../ui/toast";
import type { Team, User } from "../../wire.gen";
import { createTask } from "../task";
import { addressesIn } from "./addresses";
import { InviteGuests, mayInviteGuests } from "./invite-guests";
import { PeopleField } from "./people-field";
import { Secret } from "./secret";
import { t } from "./strings";

type Way = "link" | "people" | "mail" | "guests";

export function inviteLink(team: Team): string {
  const site = config().SiteURL || location.origin;
  return `${site.replace(/\/$/, "")}/signup_user_complete/?id=${team.invite_id}`;
}

/** Whether the server mails invitations. */
const mails = () => config().EnableEmailInvitations === "true";

export default function InviteDialog(props: { team: Team; onClose: () => void }) {
  const [way, setWay] = createSignal<Way>("link");
  const tabs = () => {
    const all: { key: Way; label: string }[] = [
      { key: "link", label: t("byLink") },
      { key: "people", label: t("byName") },
    ];
    if (mails()) all.push({ key: "mail", label: t("byMail") });
    if (mails() && mayInviteGuests(props.team)) all.push({ key: "guests", label: t("guests") });
    return all;
  };
  return (
    <Dialog title={t("inviteTo", { team: props.team.display_name })} onClose={props.onClose}>
      <Tabs label={t("invite")} tabs={tabs()} chosen={way()} onChoose={setWay}>
        <div class="settings-page invite-page">
          <Show when={way() === "link"}>
            <p class="field-hint">{t("linkHint")}</p>
            <Show
              when={props.team.invite_id && may("invite_user", { teamId: props.team.id })}
              fallback={<Banner>{t("mayNotInvite")}</Banner>}
            >
              <Secret text={inviteLink(props.team)} />
            </Show>
          </Show>
          <Show when={way() === "people"}>
            <People team={props.team} onClose={props.onClose} />
          </Show>
          <Show when={way() === "mail"}>
            <Mail team={props.team} onClose={props.onClose} />
          </Show>
          <Show when={way() === "guests"}>
            <InviteGuests team={props.team} onClose={props.onClose} />
          </Show>
        </div>
      </Tabs>
    </Dialog>
  );
}

function People(props: { team: Team; onClose: () => void }) {
  const [chosen, setChosen] = createSignal<readonly User[]>([]);
  const task = createTask();
  const search = (term: string) => post<User[]>("/users/search", { term, not_in_team_id: props.team.id, limit: 25 });
  const submit = async (event: Event) => {
    event.preventDefault();
    const members = chosen().map((user) => ({ team_id: props.team.id, user_id: user.id }));
    if (!(await task.run(() => post(`/teams/${props.team.id}/members/batch`, members)))) return;
    toast({ text: t("membersAdded", { count: members.length }), kind: "success" });
    props.onClose();
  };
  return (
    <form class="settings-section" onSubmit={(event) => void submit(event)}>
      <Show when={task.problem()}>{(problem) => <Banner kind="danger">{problem()}</Banner>}</Show>
      <PeopleField label={t("people")} chosen={chosen()} onChange={setChosen} search={search} />
      <div class="settings-actions">
        <Button type="submit" kind="primary" busy={task.busy()} disabled={chosen().length === 0}>
          {t("add")}
        </Button>
      </div>
    </form>
  );
}

function Mail(props: { team: Team; onClose: () => void }) {
  const [typed, setTyped] = createSignal("");
  const task = createTask();
  const addresses = () => addressesIn(typed());
  const submit = async (event: Event) => {
    event.preventDefault();
    const sent = addresses();
    if (!(await task.run(() => post(`/teams/${props.team.id}/invite/email`, sent)))) return;
    toast({ text: t("mailSent", { count: sent.length }), kind: "success" });
    props.onClose();
  };
  return (
    <form class="settings-section" onSubmit={(event) => void submit(event)}>
      <TextArea
        label={t("addresses")}
        hint={t("addressesHint")}
        problem={task.problem()}
        value={typed()}
        onInput={setTyped}
      />
      <div class="settings-actions">
        <Button type="submit" kind="primary" busy={task.busy()} disabled={addresses().length === 0}>
          {t("send")}
        </Button>
      </div>
    </form>
  );
}
