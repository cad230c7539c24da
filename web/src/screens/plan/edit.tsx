// Changes the words of a scheduled post; when it is sent is a matter of its own.
import { createSignal, Show } from "solid-js";
import { formatDate } from "../../i18n/language";
import { reschedule } from "../../query/later";
import { store } from "../../query/world";
import { Banner, Button, Dialog, TextArea } from "../../ui";
import { dialog, setDialog } from "../place";
import { createTask } from "../task";
import { t } from "./strings";

export default function EditScheduled() {
  const now = dialog();
  const one = now?.kind === "editScheduled" ? store.get("scheduled", now.id) : undefined;
  const [text, setText] = createSignal(one?.message ?? "");
  const task = createTask();
  const close = () => setDialog(undefined);
  const save = async () => {
    if (one && (await task.run(() => reschedule(one, { message: text().trimEnd() })))) close();
  };
  return (
    <Show when={one}>
      {(shown) => (
        <Dialog
          title={t("editScheduled")}
          description={t("scheduledFor", { time: formatDate(shown().scheduled_at, "moment") })}
          onClose={close}
          onSubmit={() => void save()}
          footer={
            <>
              <Button onClick={close}>{t("cancel")}</Button>
              <Button type="submit" kind="primary" busy={task.busy()} disabled={text().trim() === ""}>
                {t("save")}
              </Button>
            </>
          }
        >
          <Show when={task.problem()}>{(problem) => <Banner kind="danger">{problem()}</Banner>}</Show>
          <TextArea label={t("message")} rows={8} value={text()} onInput={setText} />
        </Dialog>
      )}
    </Show>
  );
}
