// When: one of the times that people mean mostly, or any day and time.
import { createSignal, For, Show } from "solid-js";
import { formatDate } from "../../i18n/language";
import { Button, Dialog, Icon, TextField } from "../../ui";
import { dialog, setDialog } from "../place";
import { presetName } from "./compose";
import { t } from "./strings";
import { fromField, remindTimes, sendTimes, toField } from "./times";
import "./plan.css";

const HOUR_MS = 3_600_000;

export default function WhenDialog() {
  const now = dialog();
  const asked = now?.kind === "when" ? now : undefined;
  const remind = asked?.what === "remind";
  const opened = Date.now();
  const presets = remind ? remindTimes(opened) : sendTimes(opened);
  const first = asked?.at && asked.at > opened ? asked.at : opened + HOUR_MS;
  const [text, setText] = createSignal(toField(first));
  const [problem, setProblem] = createSignal<string>();
  const close = () => setDialog(undefined);
  const choose = (at: number) => {
    close();
    asked?.choose(at);
  };
  const submit = () => {
    const at = fromField(text());
    if (at > Date.now()) choose(at);
    else setProblem(t("inPast"));
  };
  const confirm = () => t(remind ? "remindAt" : asked?.at ? "reschedule" : "schedule");
  return (
    <Dialog
      title={t(remind ? "remindTitle" : "scheduleTitle")}
      size="small"
      onClose={close}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>{t("cancel")}</Button>
          <Button type="submit" kind="primary">
            {confirm()}
          </Button>
        </>
      }
    >
      <div class="when">
        <ul class="when-presets">
          <For each={presets}>
            {(preset, at) => (
              <li>
                <button type="button" data-first={at() === 0 ? "" : undefined} onClick={() => choose(preset.at)}>
                  <Icon name="clock" size="small" />
                  <span>{presetName(preset)}</span>
                  <Show when={preset.at - opened > 12 * HOUR_MS}>
                    <small>{formatDate(preset.at, "day")}</small>
                  </Show>
                </button>
              </li>
            )}
          </For>
        </ul>
        <TextField
          label={t("time")}
          type="datetime-local"
          min={toField(opened)}
          required
          value={text()}
          problem={problem()}
          onInput={(value) => {
            setProblem(undefined);
            setText(value);
          }}
        />
      </div>
    </Dialog>
  );
}
