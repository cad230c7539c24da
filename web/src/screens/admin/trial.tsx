// Tests the connection to a sign-in service, and previews the account that a person would get. The server's findings stay in
// English, as in its log, so that an administrator can pass them on.

import { createSignal, For, Show } from "solid-js";
import { post } from "../../net/rest";
import { Banner, Button, Icon, TextArea, TextField } from "../../ui";
import type { Preview, Trial } from "../../wire.gen";
import { createTask } from "../task";
import { type Provider, saidOf } from "./provider-file";
import { t } from "./provider-strings";
import { claimsOf, outcomeOf, stepName } from "./trial-text";

const at = (service: string, what: "preview" | "test") => `/sign_in/${encodeURIComponent(service)}/${what}`;

/** A button that tests a configured service, or a provider as it is entered. */
export function Test(props: { service: string; provider?: Provider }) {
  const task = createTask();
  const [trial, setTrial] = createSignal<Trial>();
  const run = () =>
    task.run(async () => {
      setTrial(undefined);
      const typed = props.provider && { provider: Object.fromEntries(saidOf(props.provider)) };
      setTrial(await post<Trial>(at(props.service, "test"), typed ?? {}));
    });
  return (
    <div class="sign-in-trial">
      <Button busy={task.busy()} disabled={props.service === ""} onClick={() => void run()}>
        {t("test")}
      </Button>
      <Show when={task.problem()}>{(text) => <Banner kind="danger">{text()}</Banner>}</Show>
      <Show when={trial()}>
        {(found) => (
          <>
            <ul class="sign-in-steps" aria-live="polite">
              <For each={found().steps}>
                {(step) => (
                  <li data-wrong={step.is_fine ? undefined : ""}>
                    <Icon name={step.is_fine ? "check" : "close"} size="small" />
                    <span>
                      <strong>{stepName(step.name)}</strong> <span lang="en">{step.text}</span>
                    </span>
                  </li>
                )}
              </For>
            </ul>
            <Show when={found().is_fine}>
              <Banner kind="success">{t("testFine")}</Banner>
            </Show>
          </>
        )}
      </Show>
    </div>
  );
}

/** Previews an account from pasted claims, or from a login name of the directory. */
export function Look(props: { service: string }) {
  const task = createTask();
  const [text, setText] = createSignal("");
  const [problem, setProblem] = createSignal<string>();
  const [found, setFound] = createSignal<Preview>();
  const isDirectory = () => props.service === "ldap";
  const show = () => {
    const claims = isDirectory() ? undefined : claimsOf(text());
    setProblem(!isDirectory() && !claims ? t("previewUnread") : undefined);
    if (problem()) return;
    void task.run(async () => {
      const form = claims ? { claims } : { login_id: text().trim() };
      setFound(await post<Preview>(at(props.service, "preview"), form));
    });
  };
  return (
    <details class="sign-in-take">
      <summary>{t("preview")}</summary>
      <Show
        when={isDirectory()}
        fallback={
          <TextArea
            label={t("previewClaims")}
            hint={t("previewHint")}
            problem={problem()}
            spellcheck={false}
            value={text()}
            onInput={setText}
          />
        }
      >
        <TextField
          label={t("previewName")}
          hint={t("previewHint")}
          autocomplete="off"
          spellcheck={false}
          value={text()}
          onInput={setText}
        />
      </Show>
      <Button busy={task.busy()} disabled={text().trim() === ""} onClick={show}>
        {t("previewShow")}
      </Button>
      <Show when={task.problem()}>{(said) => <Banner kind="danger">{said()}</Banner>}</Show>
      <Show when={found()}>{(preview) => <Found preview={preview()} />}</Show>
    </details>
  );
}

function Found(props: { preview: Preview }) {
  const person = () => {
    const { first_name, last_name, username, email } = props.preview;
    return [`${first_name} ${last_name}`.trim(), username && `@${username}`, email].filter(Boolean).join(", ");
  };
  const lines = () =>
    [
      [t("previewPerson"), person()],
      [t("previewGroups"), props.preview.groups.join(", ")],
      [t("previewRoles"), props.preview.roles.join(", ")],
      [t("previewTeams"), props.preview.teams.join(", ")],
    ].filter(([, value]) => value !== "");
  return (
    <div aria-live="polite">
      <Banner kind={props.preview.outcome === "refused" ? "warning" : "success"}>{outcomeOf(props.preview)}</Banner>
      <dl class="sign-in-found">
        <For each={lines()}>
          {([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </>
          )}
        </For>
      </dl>
    </div>
  );
}
