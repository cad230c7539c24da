// Signing in with a passkey: by itself, or behind the password that was typed.

import { Show } from "solid-js";
import { NoPasskey } from "../../net/passkeys";
import { type Browser, type PasswordForm, signInByPasskey } from "../../query/session";
import { Banner, Button } from "../../ui";
import { createTask } from "../task";
import { arePasskeysHere } from "./here";
import { t } from "./strings";

export function PasskeySignIn(props: { label: string; form?: () => PasswordForm; browser?: () => Browser }) {
  const task = createTask();
  const begin = () =>
    task.run(async () => {
      try {
        await signInByPasskey(props.form?.(), props.browser?.());
      } catch (cause) {
        throw cause instanceof NoPasskey ? new Error(t("failed")) : cause;
      }
    });
  return (
    <Show when={arePasskeysHere()}>
      <div class="entry-providers">
        <Show when={task.problem()}>{(text) => <Banner kind="danger">{text()}</Banner>}</Show>
        <Button icon="key" busy={task.busy()} onClick={() => void begin()}>
          {props.label}
        </Button>
      </div>
    </Show>
  );
}
