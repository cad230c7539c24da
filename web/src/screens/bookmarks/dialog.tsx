// Adds a bookmark, or changes one: a link or a file, what it is called, and an emoji in front.
import { createSignal, Show } from "solid-js";
import { Emoji } from "../../emoji/emoji";
import { EmojiPicker } from "../../emoji/picking";
import { addBookmark, editBookmark, uploadForBookmark } from "../../query/bookmarks";
import { customEmojis } from "../../query/custom-emoji";
import { store } from "../../query/world";
import { Banner, Button, Dialog, Icon, IconButton, TextField } from "../../ui";
import { dialog, setDialog } from "../place";
import { createTask } from "../task";
import { t } from "./strings";
import "./bookmarks.css";

const NAME_LEN_MAX = 64;
const ADDRESS_LEN_MAX = 1024;
const ADDRESS = /^https?:\/\/\S+$/i;

/** People leave out what every address begins with. */
const whole = (typed: string): string => (/^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`);

export default function BookmarkDialog() {
  const now = dialog();
  const asked = now?.kind === "bookmark" ? now : undefined;
  const known = (store.get("bookmarks", asked?.channelId ?? "") ?? []).find((one) => one.id === asked?.id);
  const isFile = known ? known.type === "file" : asked?.what === "file";
  const [address, setAddress] = createSignal(known?.link_url ?? "");
  const [name, setName] = createSignal(known?.display_name ?? "");
  const [emoji, setEmoji] = createSignal(known?.emoji ?? "");
  const [file, setFile] = createSignal<File>();
  const [problem, setProblem] = createSignal<string>();
  const [picking, setPicking] = createSignal<HTMLElement>();
  const task = createTask();
  const close = () => setDialog(undefined);
  const complete = () => name().trim() !== "" && (known || (isFile ? file() : address().trim() !== ""));

  const save = async () => {
    const link = whole(address().trim());
    if (!isFile && !ADDRESS.test(link)) {
      setProblem(t("addressWrong"));
      return;
    }
    const form = { display_name: name().trim(), emoji: emoji(), ...(isFile ? {} : { link_url: link }) };
    const chosen = file();
    const channelId = asked?.channelId ?? "";
    const work = async () => {
      if (known) await editBookmark(known, form);
      else if (chosen) await addBookmark(channelId, { ...form, file_id: await uploadForBookmark(channelId, chosen) });
      else await addBookmark(channelId, form);
    };
    if (await task.run(work)) close();
  };

  return (
    <Dialog
      title={t(known ? "editTitle" : "add")}
      size="small"
      onClose={close}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={close}>{t("cancel")}</Button>
          <Button type="submit" kind="primary" busy={task.busy()} disabled={!complete()}>
            {t(known ? "save" : "add")}
          </Button>
        </>
      }
    >
      <div class="bookmark-form">
        <Show when={task.problem()}>{(text) => <Banner kind="danger">{text()}</Banner>}</Show>
        <Show
          when={isFile}
          fallback={
            <TextField
              label={t("address")}
              inputmode="url"
              autocomplete="off"
              spellcheck={false}
              maxlength={ADDRESS_LEN_MAX}
              value={address()}
              problem={problem()}
              onInput={(text) => {
                setProblem(undefined);
                setAddress(text);
              }}
            />
          }
        >
          <Show when={!known}>
            <label class="bookmark-file">
              <span class="field-label">{t("file")}</span>
              <input
                type="file"
                onChange={(event) => {
                  const chosen = event.currentTarget.files?.[0];
                  setFile(chosen);
                  if (chosen && name() === "") setName(chosen.name.slice(0, NAME_LEN_MAX));
                }}
              />
            </label>
          </Show>
        </Show>
        <div class="bookmark-name">
          <button
            type="button"
            class="bookmark-emoji"
            aria-label={t("chooseEmoji")}
            onClick={(event) => setPicking(picking() ? undefined : event.currentTarget)}
          >
            <Show when={emoji()} fallback={<Icon name={isFile ? "file" : "link"} />}>
              {(shown) => <Emoji name={shown()} />}
            </Show>
          </button>
          <TextField
            label={t("name")}
            maxlength={NAME_LEN_MAX}
            value={name()}
            onInput={setName}
            action={
              <Show when={emoji() !== ""}>
                <IconButton size="small" icon="close" label={t("noEmoji")} onClick={() => setEmoji("")} />
              </Show>
            }
          />
        </div>
        <Show when={picking()}>
          {(anchor) => (
            <EmojiPicker
              anchor={anchor()}
              align="start"
              custom={customEmojis()}
              onClose={() => setPicking(undefined)}
              onChoose={(chosen) => {
                setPicking(undefined);
                setEmoji(chosen);
              }}
            />
          )}
        </Show>
      </div>
    </Dialog>
  );
}
