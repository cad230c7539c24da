// A team: what it is called, who may join, its picture and its invitation link.

import { createSignal, Show } from "solid-js";
import { form, post, put as putJson, remove } from "../../net/rest";
import { store } from "../../query/world";
import { put } from "../../state/tables";
import { Avatar, Banner, Button, Dialog, TextArea, TextField, Toggle } from "../../ui";
import { t as ui } from "../../ui/strings";
import { toast } from "../../ui/toast";
import type { Team } from "../../wire.gen";
import { pictureOfTeam } from "../pictures";
import { Section } from "../settings/section";
import { attempt, createTask } from "../task";
import { inviteLink } from "./invite";
import { Secret } from "./secret";
import { t } from "./strings";

const keep = (team: Team) => store.commit([put("teams", team.id, { ...store.get("teams", team.id), ...team })]);

export default function TeamSettingsDialog(props: { team: Team; onClose: () => void }) {
  const task = createTask();
  const [name, setName] = createSignal(props.team.display_name);
  const [description, setDescription] = createSignal(props.team.description);
  const [domains, setDomains] = createSignal(props.team.allowed_domains);
  const team = () => store.row("teams", props.team.id) ?? props.team;
  const submit = () =>
    task.run(async () => {
      const change = {
        display_name: name().trim(),
        description: description().trim(),
        allowed_domains: domains().trim(),
      };
      keep(await putJson<Team>(`/teams/${props.team.id}/patch`, change));
      toast({ text: ui("saved"), kind: "success" });
    });
  const open = (allow_open_invite: boolean) =>
    attempt(async () => keep(await putJson<Team>(`/teams/${props.team.id}/patch`, { allow_open_invite })));
  return (
    <Dialog
      title={t("teamSettings")}
      onClose={props.onClose}
      onSubmit={() => void submit()}
      footer={
        <Button type="submit" kind="primary" busy={task.busy()}>
          {ui("save")}
        </Button>
      }
    >
      <div class="settings-page invite-page">
        <Show when={task.problem()}>{(problem) => <Banner kind="danger">{problem()}</Banner>}</Show>
        <Picture team={team()} />
        <TextField label={t("teamName")} required minlength={2} maxlength={64} value={name()} onInput={setName} />
        <TextArea label={t("description")} rows={2} maxlength={255} value={description()} onInput={setDescription} />
        <TextField label={t("domains")} hint={t("domainsHint")} value={domains()} onInput={setDomains} />
        <Toggle label={t("openTeam")} hint={t("openTeamHint")} checked={team().allow_open_invite} onChange={open} />
        <Section
          title={t("invitation")}
          hint={t("linkHint")}
          action={
            <Button
              size="small"
              onClick={() =>
                attempt(async () => {
                  keep(await post<Team>(`/teams/${props.team.id}/regenerate_invite_id`));
                }, t("linkNew"))
              }
            >
              {t("makeNewLink")}
            </Button>
          }
        >
          <Secret text={inviteLink(team())} />
        </Section>
      </div>
    </Dialog>
  );
}

function Picture(props: { team: Team }) {
  let chooser!: HTMLInputElement;
  const changed = (at: number) => keep({ ...props.team, last_team_icon_update: at });
  return (
    <div class="settings-picture">
      <Avatar name={props.team.display_name} src={pictureOfTeam(props.team)} size="huge" shape="square" />
      <div>
        <input
          ref={chooser}
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          hidden
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (!file) return;
            const body = new FormData();
            body.append("image", file);
            attempt(async () => {
              await form(`/teams/${props.team.id}/image`, body);
              changed(Date.now());
            }, ui("saved"));
          }}
        />
        <Button icon="camera" onClick={() => chooser.click()}>
          {t("changePicture")}
        </Button>
        <Show when={(props.team.last_team_icon_update ?? 0) > 0}>
          <Button
            kind="quiet"
            onClick={() =>
              attempt(async () => {
                await remove(`/teams/${props.team.id}/image`);
                changed(0);
              }, ui("saved"))
            }
          >
            {t("removePicture")}
          </Button>
        </Show>
      </div>
    </div>
  );
}
