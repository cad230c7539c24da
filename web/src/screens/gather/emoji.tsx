// The server's own emoji: which there are, adding one, and taking away one's own.
import { createSignal, For, onCleanup, Show } from "solid-js";
import { addEmoji, customEmojiList, removeEmoji, sourceOfEmoji } from "../../query/custom-emoji";
import { may, store } from "../../query/world";
import { Banner, Button, Dialog, Empty, IconButton, TextField } from "../../ui";
import type { Emoji } from "../../wire.gen";
import { setDialog } from "../place";
import { Sure } from "../sure";
import { createTask } from "../task";
import { t } from "./strings";
import "./gather.css";

const NAME = /^[a-z0-9_-]{1,64}$/;

export default function EmojiDialog() {
  const [typed, setTyped] = createSignal("");
  const [adding, setAdding] = createSignal(false);
  const [leaving, setLeaving] = createSignal<Emoji>();
  const task = createTask();
  const shown = () => customEmojiList().filter((one) => one.name.includes(typed().trim().toLowerCase()));
  const mayRemove = (one: Emoji) =>
    may("delete_others_emojis") || (one.creator_id === store.me && (may("delete_emojis") || may("create_emojis")));
  const close = () => setDialog(undefined);
  return (
    <Dialog
      title={t("customEmoji")}
      description={t("customEmojiHint")}
      onClose={close}
      footer={
        may("create_emojis") && !adding() ? (
          <Button kind="primary" icon="add" data-first onClick={() => setAdding(true)}>
            {t("addEmoji")}
          </Button>
        ) : undefined
      }
    >
      <div class="gather">
        <Show when={task.problem()}>{(text) => <Banner kind="danger">{text()}</Banner>}</Show>
        <Show when={adding()}>
          <AddEmoji onDone={() => setAdding(false)} />
        </Show>
        <Show when={customEmojiList().length > 8}>
          <TextField
            label={t("findEmoji")}
            unlabelled
            type="search"
            icon="search"
            placeholder={t("findEmoji")}
            value={typed()}
            onInput={setTyped}
          />
        </Show>
        <Show
          when={shown().length > 0}
          fallback={
            <Show when={!adding()}>
              <Empty icon="smile" title={t("noEmoji")}>
                {t("noEmojiHint")}
              </Empty>
            </Show>
          }
        >
          <ul class="gather-list">
            <For each={shown()}>
              {(one) => (
                <li>
                  <img src={sourceOfEmoji(one)} alt="" loading="lazy" />
                  <span>:{one.name}:</span>
                  <Show when={mayRemove(one)}>
                    <IconButton
                      size="small"
                      icon="trash"
                      label={t("deleteEmoji", { name: one.name })}
                      onClick={() => setLeaving(one)}
                    />
                  </Show>
                </li>
              )}
            </For>
          </ul>
        </Show>
        <Show when={leaving()}>
          {(one) => (
            <Sure
              title={t("deleteQuestion", { name: `:${one().name}:` })}
              text={t("deleteEmojiText")}
              onClose={() => setLeaving(undefined)}
              perform={() => void task.run(() => removeEmoji(one()))}
            />
          )}
        </Show>
      </div>
    </Dialog>
  );
}

function AddEmoji(props: { onDone: () => void }) {
  const [name, setName] = createSignal("");
  const [picture, setPicture] = createSignal<File>();
  const [preview, setPreview] = createSignal("");
  const task = createTask();
  const problem = () => {
    return customEmojiList().some((one) => one.name === name()) ? t("nameTaken") : undefined;
  };
  const forget = () => preview() !== "" && URL.revokeObjectURL(preview());
  onCleanup(forget);
  const choose = (file: File | undefined) => {
    forget();
    setPicture(file);
    setPreview(file ? URL.createObjectURL(file) : "");
    if (file && name() === "")
      setName(
        file.name
          .toLowerCase()
          .replace(/\.[^.]*$/, "")
          .replace(/[^a-z0-9_-]+/g, "_"),
      );
  };
  const add = async () => {
    const file = picture();
    if (file && (await task.run(() => addEmoji(name(), file)))) props.onDone();
  };
  return (
    <form
      class="gather-add"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Show when={task.problem()}>{(text) => <Banner kind="danger">{text()}</Banner>}</Show>
      <label class="gather-picture">
        <span class="field-label">{t("picture")}</span>
        <span>
          <Show when={preview()}>{(source) => <img src={source()} alt="" />}</Show>
          <input
            type="file"
            accept="image/png,image/jpeg,image/gif"
            autofocus
            onChange={(event) => choose(event.currentTarget.files?.[0])}
          />
        </span>
      </label>
      <TextField
        label={t("emojiName")}
        hint={t("emojiNameHint")}
        problem={problem()}
        maxlength={64}
        autocomplete="off"
        spellcheck={false}
        value={name()}
        onInput={(text) => setName(text.toLowerCase())}
      />
      <div class="gather-foot">
        <Button onClick={() => props.onDone()}>{t("cancel")}</Button>
        <Button
          type="submit"
          kind="primary"
          busy={task.busy()}
          disabled={!picture() || !NAME.test(name()) || problem() !== undefined}
        >
          {t("add")}
        </Button>
      </div>
    </form>
  );
}
