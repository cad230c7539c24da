// The list of keys: made from the actions themselves, so it is never out of date.

import { For } from "solid-js";
import type { Action } from "../../actions/action";
import { appActions } from "../../actions/app";
import { Dialog, Keys } from "../../ui";
import { sendsWithControl } from "../channel/enter";
import { FORMATS } from "../channel/formats";
import { POST_KEYS } from "../channel/tools";
import { t as format } from "../format/strings";
import { THREAD_KEYS } from "../panel/thread-menu";
import { t as chat } from "../strings";
import { Section } from "./section";
import { t } from "./strings";
import "./settings.css";

/** Keys of the message field, which belong to no action. */
const writing = () =>
  [
    { label: "keySend", keys: sendsWithControl() ? "Mod+Enter" : "Enter" },
    { label: "keyNewLine", keys: sendsWithControl() ? "Enter" : "Shift+Enter" },
    { label: "keyEditLast", keys: "ArrowUp" },
  ] as const;

const formats = () => FORMATS.flatMap((one) => (one.keys ? [{ name: one.name, keys: one.keys }] : []));

/** Keys of a message that has the focus, with the words of its menu. */
const READING = [
  { label: "reply", keys: POST_KEYS.reply },
  { label: "addReaction", keys: POST_KEYS.react },
  { label: "edit", keys: POST_KEYS.edit },
  { label: "savePost", keys: POST_KEYS.save },
  { label: "markUnread", keys: POST_KEYS.unread },
  { label: "follow", keys: POST_KEYS.follow },
  { label: "pin", keys: POST_KEYS.pin },
  { label: "copyText", keys: POST_KEYS.copyText },
  { label: "copyLink", keys: POST_KEYS.copyLink },
  { label: "delete", keys: POST_KEYS.delete },
] as const;

/** Keys of what is listed in the inbox and among threads. */
const LISTED = [
  { label: "markRead", keys: THREAD_KEYS.read },
  { label: "unfollow", keys: THREAD_KEYS.unfollow },
] as const;

export default function ShortcutsDialog(props: { onClose: () => void }) {
  const withKeys = () => appActions.filter((action): action is Action & { keys: string } => action.keys !== undefined);
  return (
    <Dialog title={t("shortcuts")} size="large" onClose={props.onClose}>
      <div class="settings-section shortcuts" tabindex={0} data-first>
        <Section title={t("everywhere")}>
          <ul class="shortcut-list">
            <For each={withKeys()}>
              {(action) => (
                <li>
                  <span>{action.label()}</span>
                  <Keys keys={action.keys} />
                </li>
              )}
            </For>
          </ul>
        </Section>
        <KeysOf title={t("onMessage")} keys={READING} />
        <KeysOf title={t("onList")} keys={LISTED} />
        <Section title={t("writing")}>
          <ul class="shortcut-list">
            <For each={writing()}>
              {(one) => (
                <li>
                  <span>{t(one.label)}</span>
                  <Keys keys={one.keys} />
                </li>
              )}
            </For>
            <For each={formats()}>
              {(one) => (
                <li>
                  <span>{format(one.name)}</span>
                  <Keys keys={one.keys} />
                </li>
              )}
            </For>
          </ul>
        </Section>
      </div>
    </Dialog>
  );
}

/** Keys of what has the focus, with the words of its menu. */
function KeysOf(props: { title: string; keys: readonly (typeof READING | typeof LISTED)[number][] }) {
  return (
    <Section title={props.title}>
      <ul class="shortcut-list">
        <For each={props.keys}>
          {(one) => (
            <li>
              <span>{chat(one.label)}</span>
              <Keys keys={one.keys} />
            </li>
          )}
        </For>
      </ul>
    </Section>
  );
}
