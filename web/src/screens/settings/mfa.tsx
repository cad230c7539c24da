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
  const [code, setCode] = createSignal("");
  const keep = (active: boolean) => {
    const user = store.get("users", store.me);
    if (user) store.commit([putRow("users", user.id, { ...user, mfa_active: active })]);
  };
  const begin = () => task.run(async () => setSecret(await post<MfaSecret>("/users/me/mfa/generate")));
  const finish = (event: Event) => {
    event.preventDefault();
    void task.run(async () => {
      await put("/users/me/mfa", { activate: true, code: code().trim() });
      setSecret(undefined);
      setCode("");
      keep(true);
    });
  };
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
          <form class="settings-section" onSubmit={finish}>
            <p>{t("mfaScan")}</p>
            <img class="settings-code" src={`data:image/png;base64,${made().qr_code}`} alt={t("mfaPicture")} />
            <p class="settings-secret">
              <code>{made().secret}</code>
            </p>
            <TextField
              label={t("mfaCode")}
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
              <Button onClick={() => setSecret(undefined)}>{ui("cancel")}</Button>
            </div>
          </form>
        )}
      </Show>
    </Section>
  );
}
