// The bar over a message field: formats of what is selected, saved replies, and how the message will look. It loads when
// somebody wants it, and stays as it was left, on every device.
import { createSignal, For, Show } from "solid-js";
import { MessageText } from "../../text/view";
import { Button, IconButton, Popover } from "../../ui";
import { FORMATS } from "../channel/formats";
import { format, replace } from "../channel/marks";
import { attempt } from "../channel/menu";
import { REPLIES_MAX, removeReply, replies, saveReply } from "./replies";
import { t } from "./strings";
import "./format.css";

interface BarProps {
  readonly area: HTMLTextAreaElement;
  readonly text: string;
}

export default function FormatBar(props: BarProps) {
  const [anchor, setAnchor] = createSignal<HTMLElement>();
  const [previewed, setPreviewed] = createSignal(false);
  return (
    <>
      <div class="format-bar" role="toolbar" aria-label={t("formatting")}>
        <For each={FORMATS}>
          {(one) => (
            <IconButton
              size="small"
              icon={one.icon}
              label={t(one.name)}
              {...(one.keys ? { keys: one.keys } : {})}
              // The field keeps what is selected in it.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => format(props.area, one.name)}
            />
          )}
        </For>
        <span />
        <IconButton
          size="small"
          icon="bookmark"
          label={t("replies")}
          aria-haspopup="dialog"
          aria-expanded={anchor() ? "true" : "false"}
          onClick={(event) => setAnchor(anchor() ? undefined : event.currentTarget)}
        />
        <IconButton
          size="small"
          icon={previewed() ? "eyeOff" : "eye"}
          label={t("preview")}
          aria-pressed={previewed()}
          onClick={() => setPreviewed(!previewed())}
        />
      </div>
      <Show when={previewed() && props.text.trim() !== ""}>
        <section class="format-preview" aria-label={t("preview")}>
          <MessageText text={props.text} version={`preview/${props.text}`} />
        </section>
      </Show>
      <Show when={anchor()}>
        {(element) => <Replies {...props} anchor={element()} onClose={() => setAnchor(undefined)} />}
      </Show>
    </>
  );
}

function Replies(props: BarProps & { anchor: HTMLElement; onClose: () => void }) {
  const insert = (text: string) => {
    props.onClose();
    replace(props.area, props.area.selectionStart, props.area.selectionEnd, text);
  };
  const canSave = () => props.text.trim() !== "" && replies().length < REPLIES_MAX;
  return (
    <Popover
      anchor={props.anchor}
      side="top"
      align="end"
      label={t("replies")}
      class="replies-saved"
      onClose={props.onClose}
    >
      <ul>
        <For each={replies()} fallback={<li class="replies-none">{t("noReplies")}</li>}>
          {(reply) => (
            <li>
              <button type="button" dir="auto" onClick={() => insert(reply.text)}>
                {reply.text}
              </button>
              <IconButton
                size="small"
                icon="trash"
                label={t("removeReply", { text: reply.text.slice(0, 40) })}
                onClick={() => attempt(removeReply(reply))}
              />
            </li>
          )}
        </For>
      </ul>
      <Button size="small" icon="add" disabled={!canSave()} onClick={() => attempt(saveReply(props.text, Date.now()))}>
        {t("saveReply")}
      </Button>
    </Popover>
  );
}
