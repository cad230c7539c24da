// The buttons below what is being written: what can go with it, how it looks, and when it goes.
import { Show } from "solid-js";
import { appAction } from "../../actions/app";
import { savePreferences } from "../../query/load";
import { preference } from "../../query/world";
import { IconButton } from "../../ui";
import { SendLater } from "../plan/compose";
import { canPrioritise } from "../plan/composing";
import { t as planned } from "../plan/strings";
import { ofPolls } from "../polls/strings";
import { t } from "../strings";
import { canRecord } from "../voice/kinds";
import { ofVoice } from "../voice/strings";
import { attempt } from "./menu";

/** Whether the bar of formats is open, as it was left. */
export const formatting = (): boolean => preference("muster_composer", "formatting_bar") === "true";
const showFormatting = (open: boolean) =>
  savePreferences([{ category: "muster_composer", name: "formatting_bar", value: String(open) }]);

interface ComposerBarProps {
  readonly isReply: boolean;
  /** Whether there is something to send. */
  readonly isReady: boolean;
  readonly onAttach: () => void;
  /** With the button, beside which the picker opens. */
  readonly onEmoji: (button: HTMLElement) => void;
  readonly isSpeaking: boolean;
  readonly onSpeak: () => void;
  readonly onMention: () => void;
  readonly onPoll: () => void;
  readonly onPriority: () => void;
}

export function ComposerBar(props: ComposerBarProps) {
  return (
    <div class="composer-bar">
      <IconButton
        size="small"
        icon="paperclip"
        label={t("attach")}
        keys={appAction("attach").keys ?? ""}
        onClick={() => props.onAttach()}
      />
      <Show when={canRecord()}>
        <IconButton
          size="small"
          icon="microphone"
          label={ofVoice("record")}
          disabled={props.isSpeaking}
          onClick={() => props.onSpeak()}
        />
      </Show>
      <IconButton
        size="small"
        icon="smile"
        label={t("emoji")}
        onClick={(event) => props.onEmoji(event.currentTarget)}
      />
      <IconButton
        size="small"
        icon="text"
        label={t("formatting")}
        aria-pressed={formatting()}
        onClick={() => attempt(showFormatting(!formatting()))}
      />
      <IconButton size="small" icon="at" label={t("mention")} onClick={() => props.onMention()} />
      <IconButton size="small" icon="chart" label={ofPolls("start")} onClick={() => props.onPoll()} />
      <Show when={!props.isReply && canPrioritise()}>
        <IconButton
          size="small"
          icon="flag"
          label={planned("priority")}
          keys={appAction("priority").keys ?? ""}
          onClick={() => props.onPriority()}
        />
      </Show>
      <span />
      <SendLater />
      <IconButton
        size="small"
        class="composer-send"
        type="submit"
        icon="send"
        label={t("send")}
        data-ready={props.isReady ? "" : undefined}
        aria-disabled={!props.isReady}
      />
    </div>
  );
}
