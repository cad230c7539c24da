// The second factor: a code of an authenticator app, set up by scanning a picture.

import { createSignal, Show } from "solid-js";
import { post, put } from "../../net/rest";
import { me, store } from "../../query/world";
import { put as putRow } from "../../state/tables";
import { Banner, Button, Tag, TextField } from "../../ui";
import { t as ui } from "../../ui/strings";
import type { MfaSecret } from "../../wire.gen";
import { createTask } from "../task";
import { Section } from "./section";
import { t } from "./strings";

export function MfaSection() {
  const task = createTask();
  const [secret, setSecret] = createSignal<MfaSecret>();
  const keep = (active: boolean) => {
    const user = store.get("users", store.me);
    if (user) store.commit([putRow("users", user.id, { ...user, mfa_active: active })]);
  };
  const begin = () => task.run(async () => setSecret(await post<MfaSecret>("/users/me/mfa/generate")));
  const end = () =>
    task.run(async () => {
      await put("/users/me/mfa", { activate: false, code: "" });
      keep(false);
    });
  return (
    <Section
      title={t("mfa")}
      hint={t("mfaHint")}
      action={me()?.mfa_active ? <Tag kind="success">{t("mfaOn")}</Tag> : <Tag>{t("mfaOff")}</Tag>}
    >
      <Show when={task.problem()}>{(text) => <Banner kind="danger">{text()}</Banner>}</Show>
      <Show
        when={secret()}
        fallback={
          <div class="settings-actions">
            <Show
              when={me()?.mfa_active}
              fallback={
                <Button icon="shield" busy={task.busy()} onClick={() => void begin()}>
                  {t("mfaBegin")}
                </Button>
              }
            >
              <Button busy={task.busy()} onClick={() => void end()}>
                {t("mfaEnd")}
              </Button>
            </Show>
          </div>
        }
      >
        {(made) => (
          <FactorForm
            secret={made()}
            onCancel={() => setSecret(undefined)}
            onDone={() => {
              setSecret(undefined);
              keep(true);
            }}
          />
        )}
      </Show>
    </Section>
  );
}

/** The secret to scan or to type, and the code that proves that an app has it. */
export function FactorForm(props: { secret: MfaSecret; onDone: () => void; onCancel?: () => void }) {
  const task = createTask();
  const [code, setCode] = createSignal("");
  const finish = async (event: Event) => {
    event.preventDefault();
    const form = { activate: true, code: code().trim() };
    if (await task.run(() => put("/users/me/mfa", form))) props.onDone();
  };
  return (
    <form class="settings-section" onSubmit={(event) => void finish(event)}>
      <p>{t("mfaScan")}</p>
      <img class="settings-code" src={`data:image/png;base64,${props.secret.qr_code}`} alt={t("mfaPicture")} />
      <p class="settings-secret">
        <code>{props.secret.secret}</code>
      </p>
      <TextField
        label={t("mfaCode")}
        problem={task.problem()}
        inputmode="numeric"
        autocomplete="one-time-code"
        pattern="[0-9 ]{6,7}"
        required
        value={code()}
        onInput={setCode}
      />
      <div class="settings-actions">
        <Button type="submit" kind="primary" busy={task.busy()}>
          {t("mfaFinish")}
        </Button>
        <Show when={props.onCancel}>{(cancel) => <Button onClick={() => cancel()()}>{ui("cancel")}</Button>}</Show>
      </div>
    </form>
  );
}
