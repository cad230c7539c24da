// Work that a session of some age may do with the password alone: tried without it first, then with what is typed.

import { createSignal, Show } from "solid-js";
import { HasPasskey, NoPasskey } from "../../net/passkeys";
import { Refusal } from "../../net/rest";
import { TextField } from "../../ui";
import { problemText } from "../task";
import { WANTS_PASSWORD } from "./enrol";
import { t } from "./strings";

export interface Proof {
  readonly busy: () => boolean;
  readonly problem: () => string | undefined;
  /** Whether the password is asked for. */
  readonly isAsked: () => boolean;
  readonly password: () => string;
  readonly type: (password: string) => void;
  /** Runs the work with the password, or with none; whether it succeeded. */
  run(work: (password: string) => Promise<unknown>): Promise<boolean>;
}

export function createProof(): Proof {
  const [busy, setBusy] = createSignal(false);
  const [problem, setProblem] = createSignal<string>();
  const [isAsked, setAsked] = createSignal(false);
  const [password, type] = createSignal("");
  return {
    busy,
    problem,
    isAsked,
    password,
    type,
    async run(work) {
      if (busy()) return false;
      setBusy(true);
      setProblem(undefined);
      try {
        await work(password());
        setAsked(false);
        return true;
      } catch (cause) {
        setProblem(textOf(cause));
        if (cause instanceof Refusal && cause.id === WANTS_PASSWORD) setAsked(true);
        return false;
      } finally {
        type("");
        setBusy(false);
      }
    },
  };
}

function textOf(cause: unknown): string {
  if (cause instanceof HasPasskey) return t("already");
  return cause instanceof NoPasskey ? t("failed") : problemText(cause);
}

/** Where the password is typed, once it is asked for. */
export function PasswordField(props: { proof: Proof }) {
  return (
    <Show when={props.proof.isAsked()}>
      <TextField
        label={t("confirm")}
        type="password"
        autocomplete="current-password"
        required
        value={props.proof.password()}
        onInput={props.proof.type}
      />
    </Show>
  );
}
