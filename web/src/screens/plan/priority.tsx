// The priority of what is being written, whether people shall acknowledge it, and how insistent it is.
import { createSignal, Show } from "solid-js";
import { config } from "../../query/world";
import { Button, Choices, Dialog, Toggle } from "../../ui";
import { setDialog } from "../place";
import { composing } from "./composing";
import { t } from "./strings";

type Level = "" | "important" | "urgent";

export default function PriorityDialog() {
  const writing = composing();
  const now = writing?.priority();
  const [level, setLevel] = createSignal<Level>((now?.priority ?? "") as Level);
  const [ask, setAsk] = createSignal(now?.requested_ack ?? false);
  const [persistent, setPersistent] = createSignal(now?.persistent_notifications ?? false);
  const close = () => {
    setDialog(undefined);
    writing?.focus();
  };
  const save = () => {
    const insists = level() === "urgent" && persistent();
    const some = level() !== "" || ask();
    writing?.setPriority(
      some ? { priority: level(), requested_ack: ask(), persistent_notifications: insists } : undefined,
    );
    close();
  };
  return (
    <Dialog
      title={t("priorityTitle")}
      size="small"
      onClose={close}
      onSubmit={save}
      footer={
        <>
          <Button onClick={close}>{t("cancel")}</Button>
          <Button type="submit" kind="primary">
            {t("save")}
          </Button>
        </>
      }
    >
      <div class="when">
        <Choices
          label={t("priority")}
          value={level()}
          onChoose={setLevel}
          options={[
            { value: "", label: t("standard"), hint: t("standardHint") },
            { value: "important", label: t("important"), hint: t("importantHint") },
            { value: "urgent", label: t("urgent"), hint: t("urgentHint") },
          ]}
        />
        <Show when={config().PostAcknowledgements === "true"}>
          <Toggle label={t("askAcknowledge")} hint={t("askAcknowledgeHint")} checked={ask()} onChange={setAsk} />
        </Show>
        <Show when={level() === "urgent" && config().AllowPersistentNotifications === "true"}>
          <Toggle label={t("persistent")} hint={t("persistentHint")} checked={persistent()} onChange={setPersistent} />
        </Show>
      </div>
    </Dialog>
  );
}
