// Inviting guests: people from outside, who see some channels of the team and nobody else.

import { createSignal, For, Show } from "solid-js";
import { post } from "../../net/rest";
import { config, may, store } from "../../query/world";
import { Banner, Button, IconButton, Select, TextArea, Toggle } from "../../ui";
import { toast } from "../../ui/toast";
import type { Channel, Team } from "../../wire.gen";
import { createTask } from "../task";
import { addressesIn } from "./addresses";
import { t } from "./strings";

/** Whether the server has guests whom the person may invite to a team. */
export const mayInviteGuests = (team: Team): boolean =>
  config().EnableGuestAccounts === "true" && may("invite_guest", { teamId: team.id });

/** Whether guests sign in by links in mails. */
const haveLinks = () => config().EnableGuestMagicLink === "true";

/** Channels of a team into which the person may bring somebody. */
function channelsOf(team: Team): Channel[] {
  const mayLeadTo = ({ id, type }: Channel) =>
    (type === "O" && may("manage_public_channel_members", { channelId: id })) ||
    (type === "P" && may("manage_private_channel_members", { channelId: id }));
  const own = [...store.all("channels").values()].filter((one) => one.team_id === team.id && one.delete_at === 0);
  return own.filter(mayLeadTo).sort((a, b) => a.display_name.localeCompare(b.display_name));
}

export function InviteGuests(props: { team: Team; onClose: () => void }) {
  const [typed, setTyped] = createSignal("");
  const [chosen, setChosen] = createSignal<readonly Channel[]>([]);
  const [byLink, setByLink] = createSignal(haveLinks());
  const task = createTask();
  const emails = () => addressesIn(typed());
  const submit = async (event: Event) => {
    event.preventDefault();
    const body = { emails: emails(), channels: chosen().map((channel) => channel.id) };
    const query = byLink() ? { guest_magic_link: "true" } : {};
    if (!(await task.run(() => post(`/teams/${props.team.id}/invite-guests/email`, body, query)))) return;
    toast({ text: t("mailSent", { count: body.emails.length }), kind: "success" });
    props.onClose();
  };
  return (
    <form class="settings-section" onSubmit={(event) => void submit(event)}>
      <p class="field-hint">{t("guestsHint")}</p>
      <Show when={task.problem()}>{(problem) => <Banner kind="danger">{problem()}</Banner>}</Show>
      <TextArea label={t("addresses")} hint={t("addressesHint")} value={typed()} onInput={setTyped} />
      <ChannelsField of={channelsOf(props.team)} chosen={chosen()} onChange={setChosen} />
      <Show when={haveLinks()}>
        <Toggle label={t("guestLinks")} hint={t("guestLinksHint")} checked={byLink()} onChange={setByLink} />
      </Show>
      <div class="settings-actions">
        <Button
          type="submit"
          kind="primary"
          busy={task.busy()}
          disabled={emails().length === 0 || chosen().length === 0}
        >
          {t("send")}
        </Button>
      </div>
    </form>
  );
}

/** Some of the channels, added one after the other and taken away again. */
function ChannelsField(props: {
  of: readonly Channel[];
  chosen: readonly Channel[];
  onChange: (chosen: readonly Channel[]) => void;
}) {
  const options = () => {
    const left = props.of.filter((channel) => !props.chosen.includes(channel));
    return [
      { value: "", label: t("choose") },
      ...left.map((channel) => ({ value: channel.id, label: channel.display_name })),
    ];
  };
  const add = (id: string) => props.onChange([...props.chosen, ...props.of.filter((channel) => channel.id === id)]);
  return (
    <>
      <Select label={t("guestChannels")} value="" options={options()} onChoose={add} />
      <div class="guest-channels">
        <For each={props.chosen}>
          {(channel) => (
            <span class="people-chip">
              {channel.display_name}
              <IconButton
                size="small"
                icon="close"
                label={t("takeAway", { name: channel.display_name })}
                onClick={() => props.onChange(props.chosen.filter((one) => one !== channel))}
              />
            </span>
          )}
        </For>
      </div>
    </>
  );
}
