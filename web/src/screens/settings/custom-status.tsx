// What I am up to: an emoji, a few words, and until when.

import { createSignal, For, Show } from "solid-js";
import { Emoji } from "../../emoji/emoji";
import { EmojiPicker } from "../../emoji/picking";
import { put, remove } from "../../net/rest";
import { me } from "../../query/world";
import { Banner, Button, Dialog, Select, TextField } from "../../ui";
import { t as ui } from "../../ui/strings";
import { createTask } from "../task";
import { customStatusOf, DURATIONS, type Duration, endOf } from "./status-time";
import { t } from "./strings";
import "./settings.css";
import "./custom-status.css";

const TEXT_LEN_MAX = 100;

const SUGGESTIONS = [
  { emoji: "calendar", text: "meeting", duration: "one_hour" },
  { emoji: "hamburger", text: "lunch", duration: "thirty_minutes" },
  { emoji: "headphones", text: "focus", duration: "four_hours" },
  { emoji: "sneezing_face", text: "sick", duration: "today" },
  { emoji: "house", text: "home", duration: "today" },
  { emoji: "palm_tree", text: "vacation", duration: "this_week" },
] as const;

export default function CustomStatusDialog(props: { onClose: () => void }) {
  const now = customStatusOf(me()?.props, Date.now());
  const [emoji, setEmoji] = createSignal(now?.emoji || "speech_balloon");
  const [text, setText] = createSignal(now?.text ?? "");
  const [duration, setDuration] = createSignal<Duration>("today");
  const [picking, setPicking] = createSignal<HTMLElement>();
  const task = createTask();
  const send = async (work: () => Promise<unknown>) => {
    if (await task.run(work)) props.onClose();
  };
  const save = () => {
    const end = endOf(duration(), new Date());
    const status = { emoji: emoji(), text: text().trim(), duration: duration(), expires_at: end?.toISOString() };
    void send(() => put("/users/me/status/custom", status));
  };
  return (
    <Dialog
      title={t("customStatus")}
      onClose={props.onClose}
      onSubmit={save}
      footer={
        <>
          <Show when={now}>
            <Button data-apart onClick={() => void send(() => remove("/users/me/status/custom"))}>
              {t("clearStatus")}
            </Button>
          </Show>
          <Button onClick={props.onClose}>{ui("cancel")}</Button>
          <Button type="submit" kind="primary" busy={task.busy()} disabled={text().trim() === "" && emoji() === ""}>
            {t("setStatus")}
          </Button>
        </>
      }
    >
      <div class="settings-section">
        <Show when={task.problem()}>{(problem) => <Banner kind="danger">{problem()}</Banner>}</Show>
        <div class="status-line">
          <button
            type="button"
            class="status-emoji"
            aria-label={t("chooseEmoji")}
            aria-haspopup="dialog"
            onClick={(event) => setPicking(event.currentTarget)}
          >
            <Emoji name={emoji()} />
          </button>
          <TextField
            label={t("statusText")}
            unlabelled
            data-first
            placeholder={t("statusText")}
            maxlength={TEXT_LEN_MAX}
            value={text()}
            onInput={setText}
          />
        </div>
        <Select
          label={t("clearAfter")}
          value={duration()}
          options={DURATIONS.map((value) => ({ value, label: t(`duration_${value || "none"}`) }))}
          onChoose={setDuration}
        />
        <div>
          <p class="field-label">{t("suggestions")}</p>
          <ul class="status-suggestions" aria-label={t("suggestions")}>
            <For each={SUGGESTIONS}>
              {(one) => (
                <li>
                  <button
                    type="button"
                    onClick={() => {
                      setEmoji(one.emoji);
                      setText(t(one.text));
                      setDuration(one.duration);
                    }}
                  >
                    <Emoji name={one.emoji} />
                    <span>{t(one.text)}</span>
                    <small>{t(`duration_${one.duration}`)}</small>
                  </button>
                </li>
              )}
            </For>
          </ul>
        </div>
      </div>
      <Show when={picking()}>
        {(anchor) => (
          <EmojiPicker
            anchor={anchor()}
            align="start"
            onClose={() => setPicking(undefined)}
            onChoose={(name) => {
              setEmoji(name);
              setPicking(undefined);
            }}
          />
        )}
      </Show>
    </Dialog>
  );
}
