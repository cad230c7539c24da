// Somebody who has signed in where everybody needs a second factor, and has none: it is set up here, and then all is open.
import { createResource, Show } from "solid-js";
import { post } from "../../net/rest";
import { signOut, start } from "../../query/session";
import { Banner, Button, Skeleton } from "../../ui";
import type { MfaSecret } from "../../wire.gen";
import { addPasskey } from "../passkeys/enrol";
import { arePasskeysHere } from "../passkeys/here";
import { createProof, PasswordField } from "../passkeys/proof";
import { t as passkeys } from "../passkeys/strings";
import { FactorForm } from "../settings/mfa";
import { t as chat } from "../strings";
import { attempt } from "../task";
import { Mark } from "./form";
import { t } from "./strings";
import "./entry.css";

export default function Factor() {
  const [secret] = createResource(() => post<MfaSecret>("/users/me/mfa/generate"));
  return (
    <main class="entry">
      <div class="entry-card">
        <Mark />
        <div class="entry-form">
          <h1>{t("factorTitle")}</h1>
          <p class="entry-text">{t("factorText")}</p>
          <Show when={secret.error}>
            <Banner kind="danger">{secret.error instanceof Error ? secret.error.message : ""}</Banner>
          </Show>
          <Show
            when={secret.state === "ready" && secret()}
            fallback={<Show when={!secret.error}>{<Skeleton lines={4} />}</Show>}
          >
            {(made) => <FactorForm secret={made()} onDone={() => void start()} />}
          </Show>
        </div>
        <Show when={arePasskeysHere()}>
          <PasskeyInstead />
        </Show>
        <p class="entry-other">
          <Button kind="quiet" onClick={() => attempt(signOut)}>
            {chat("signOut")}
          </Button>
        </p>
      </div>
    </main>
  );
}

/** A passkey in place of the app. */
function PasskeyInstead() {
  const proof = createProof();
  const add = async (event: Event) => {
    event.preventDefault();
    if (await proof.run((password) => addPasskey("", password))) await start();
  };
  return (
    <form class="entry-form" onSubmit={(event) => void add(event)}>
      <Show when={proof.problem()}>{(text) => <Banner kind="danger">{text()}</Banner>}</Show>
      <PasswordField proof={proof} />
      <Button type="submit" icon="key" busy={proof.busy()}>
        {passkeys("setUpInstead")}
      </Button>
    </form>
  );
}
