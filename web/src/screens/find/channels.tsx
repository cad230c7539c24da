// Making and changing channels, and a category for them.
import { createSignal, Show } from "solid-js";
import { post, put as send } from "../../net/rest";
import { arrange, createCategory } from "../../query/do";
import { load } from "../../query/load";
import { may, store } from "../../query/world";
import { put } from "../../state/tables";
import { Button, Choices, Dialog, TextArea, TextField, toast } from "../../ui";
import type { Channel } from "../../wire.gen";
import { addressOf } from "../entry/teams";
import { dialog, openChannelNow, setDialog, team } from "../place";
import { t } from "../strings";
import { problemText } from "../task";
import "./find.css";

const close = () => setDialog(undefined);

export function Create() {
  const [name, setName] = createSignal("");
  const [purpose, setPurpose] = createSignal("");
  const publicToo = may("create_public_channel", { teamId: team()?.id });
  const privateToo = may("create_private_channel", { teamId: team()?.id });
  const [kind, setKind] = createSignal<"O" | "P">(publicToo ? "O" : "P");
  const create = async () => {
    const teamId = team()?.id ?? "";
    const one = await post<Channel>("/channels", {
      team_id: teamId,
      name: addressOf(name()) || `channel-${Date.now().toString(36)}`,
      display_name: name().trim(),
      purpose: purpose().trim(),
      type: kind(),
    });
    await load({ load: "channel", id: one.id });
    close();
    openChannelNow(one);
  };
  return (
    <FormDialog title={t("createChannel")} submit={t("create")} ready={name().trim().length > 0} perform={create}>
      <TextField label={t("channelName")} value={name()} onInput={setName} maxlength={64} required autofocus />
      <Show when={publicToo && privateToo}>
        <Choices
          label={t("whoCanJoin")}
          value={kind()}
          onChoose={setKind}
          options={[
            { value: "O", label: t("public"), hint: t("publicHint") },
            { value: "P", label: t("private"), hint: t("privateHint") },
          ]}
        />
      </Show>
      <TextArea
        label={t("purpose")}
        hint={t("purposeHint")}
        value={purpose()}
        onInput={setPurpose}
        maxlength={250}
        rows={2}
      />
    </FormDialog>
  );
}

export function EditChannel() {
  const now = dialog();
  const id = now?.kind === "editChannel" ? now.channelId : "";
  const one = store.get("channels", id);
  const [name, setName] = createSignal(one?.display_name ?? "");
  const [header, setHeader] = createSignal(one?.header ?? "");
  const [purpose, setPurpose] = createSignal(one?.purpose ?? "");
  const save = async () => {
    const patch = { display_name: name().trim(), header: header().trim(), purpose: purpose().trim() };
    const changed = await send<Channel>(`/channels/${id}/patch`, patch);
    store.commit([put("channels", id, changed)]);
    close();
  };
  return (
    <FormDialog title={t("editChannel")} submit={t("save")} ready={name().trim() !== ""} perform={save}>
      <TextField label={t("channelName")} value={name()} onInput={setName} maxlength={64} required autofocus />
      <TextArea
        label={t("channelHeader")}
        hint={t("channelHeaderHint")}
        value={header()}
        onInput={setHeader}
        maxlength={1024}
        rows={2}
      />
      <TextArea
        label={t("purpose")}
        hint={t("purposeHint")}
        value={purpose()}
        onInput={setPurpose}
        maxlength={250}
        rows={2}
      />
    </FormDialog>
  );
}

export function NewCategory() {
  const now = dialog();
  const ids = now?.kind === "category" && now.channelId ? [now.channelId] : [];
  const [name, setName] = createSignal("");
  const create = async () => {
    await createCategory(team()?.id ?? "", name().trim(), ids);
    close();
  };
  return (
    <FormDialog title={t("createCategory")} submit={t("create")} ready={name().trim() !== ""} perform={create}>
      <TextField label={t("categoryName")} value={name()} onInput={setName} maxlength={22} required autofocus />
    </FormDialog>
  );
}

export function RenameCategory() {
  const now = dialog();
  const one = now?.kind === "renameCategory" ? now.category : undefined;
  const [name, setName] = createSignal(one?.display_name ?? "");
  const rename = async () => {
    if (one) await arrange(one.team_id || (team()?.id ?? ""), [{ ...one, display_name: name().trim() }]);
    close();
  };
  return (
    <FormDialog title={t("renameCategory")} submit={t("save")} ready={name().trim() !== ""} perform={rename}>
      <TextField label={t("categoryName")} value={name()} onInput={setName} maxlength={22} required autofocus />
    </FormDialog>
  );
}

/** Before a channel is opened to everybody, or closed to most. */
export function Privacy() {
  const now = dialog();
  const one = now?.kind === "privacy" ? now.channel : undefined;
  const isPublic = one?.type === "O";
  const change = async () => {
    if (!one) return;
    const changed = await send<Channel>(`/channels/${one.id}/privacy`, { privacy: isPublic ? "P" : "O" });
    store.commit([put("channels", one.id, changed)]);
    close();
  };
  const named = { name: one?.display_name ?? "" };
  return (
    <FormDialog
      title={isPublic ? t("makePrivateTitle", named) : t("makePublicTitle", named)}
      submit={isPublic ? t("makePrivate") : t("makePublic")}
      ready={true}
      perform={change}
    >
      <p>{isPublic ? t("makePrivateText") : t("makePublicText")}</p>
    </FormDialog>
  );
}

function FormDialog(props: {
  title: string;
  submit: string;
  ready: boolean;
  perform: () => Promise<void>;
  children: import("solid-js").JSX.Element;
}) {
  const [busy, setBusy] = createSignal(false);
  const perform = async () => {
    if (!props.ready || busy()) return;
    setBusy(true);
    try {
      await props.perform();
    } catch (problem) {
      toast({ text: problemText(problem), kind: "danger" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={props.title}
      size="small"
      onClose={close}
      onSubmit={() => void perform()}
      footer={
        <>
          <Button onClick={close}>{t("cancel")}</Button>
          <Button kind="primary" type="submit" busy={busy()} disabled={!props.ready}>
            {props.submit}
          </Button>
        </>
      }
    >
      <div class="form">{props.children}</div>
    </Dialog>
  );
}
