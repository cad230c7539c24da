// Bringing people into a channel.

import { createSignal, Show } from "solid-js";
import { get, post } from "../../net/rest";
import { channelName, store } from "../../query/world";
import { Banner, Button, Dialog } from "../../ui";
import { t as ui } from "../../ui/strings";
import { toast } from "../../ui/toast";
import type { User } from "../../wire.gen";
import { createTask } from "../task";
import { PeopleField } from "./people-field";
import { t } from "./strings";

export default function AddMembersDialog(props: { channelId: string; onClose: () => void }) {
  const [chosen, setChosen] = createSignal<readonly User[]>([]);
  const task = createTask();
  const channel = () => store.row("channels", props.channelId);
  const search = async (name: string) => {
    const where = { in_team: channel()?.team_id ?? "", in_channel: props.channelId, name, limit: 25 };
    // The server answers those in the channel and those who are not: only the latter can be added.
    const found = await get<{ out_of_channel?: User[] }>("/users/autocomplete", where);
    return found.out_of_channel ?? [];
  };
  const submit = async () => {
    const user_ids = chosen().map((user) => user.id);
    if (!(await task.run(() => post(`/channels/${props.channelId}/members`, { user_ids })))) return;
    toast({ text: t("membersAdded", { count: user_ids.length }), kind: "success" });
    props.onClose();
  };
  return (
    <Dialog
      title={t("addMembers")}
      description={channelName(channel())}
      onClose={props.onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={props.onClose}>{ui("cancel")}</Button>
          <Button type="submit" kind="primary" busy={task.busy()} disabled={chosen().length === 0}>
            {t("add")}
          </Button>
        </>
      }
    >
      <Show when={task.problem()}>{(problem) => <Banner kind="danger">{problem()}</Banner>}</Show>
      <PeopleField label={t("people")} chosen={chosen()} onChange={setChosen} search={search} />
    </Dialog>
  );
}
