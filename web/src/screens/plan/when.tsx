// When: one of the times that people mean mostly, or any day and time.
import { createSignal, For, Show } from "solid-js";
import { formatDate, language } from "../../i18n/language";
import { Button, Dialog, Icon, TextField } from "../../ui";
import { dialog, setDialog } from "../place";
import { presetName } from "./compose";
import { readTime } from "./natural";
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
  const [words, setWords] = createSignal("");
  let field!: HTMLDivElement;
  const understood = () => readTime(words(), opened, language());
  const meaning = () => {
    const at = understood();
    if (at !== undefined) return formatDate(at, "long");
    return words().trim() === "" ? undefined : t("notUnderstood");
  };
  const close = () => setDialog(undefined);
  const choose = (at: number) => {
    close();
    asked?.choose(at);
  };
  const submit = () => {
    if (words().trim() !== "" && understood() === undefined) return setProblem(t("notUnderstood"));
    const at = understood() ?? fromField(text());
    if (at > Date.now()) choose(at);
    else setProblem(t("inPast"));
  };
  const confirm = () => t(remind ? "remindAt" : asked?.at ? "reschedule" : "schedule");
  /** Who begins to write instead of choosing writes into the field of words. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey)
      field.querySelector("input")?.focus();
  };
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
                <button
                  type="button"
                  data-first={at() === 0 ? "" : undefined}
                  onKeyDown={onKeyDown}
                  onClick={() => choose(preset.at)}
                >
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
        <div ref={field}>
          <TextField
            label={t("inWords")}
            placeholder={t("inWordsExample")}
            autocomplete="off"
            dir={words() === "" ? undefined : "auto"}
            hint={<span role="status">{meaning()}</span>}
            problem={words() === "" ? undefined : problem()}
            value={words()}
            onInput={(value) => {
              setProblem(undefined);
              setWords(value);
              const at = understood();
              if (at !== undefined) setText(toField(at));
            }}
          />
        </div>
        <TextField
          label={t("time")}
          type="datetime-local"
          min={toField(opened)}
          required
          value={text()}
          problem={words() === "" ? problem() : undefined}
          onInput={(value) => {
            setProblem(undefined);
            setWords("");
            setText(value);
          }}
        />
      </div>
    </Dialog>
  );
}
