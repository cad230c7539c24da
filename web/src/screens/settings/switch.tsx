// How the account signs in, and its move to another way: both sides are proven, and all sessions end.

import { createSignal, For, Show } from "solid-js";
import { post } from "../../net/rest";
import { config, me } from "../../query/world";
import { Banner, Button, TextField } from "../../ui";
import { t as ui } from "../../ui/strings";
import type { FollowLink } from "../../wire.gen";
import { providers } from "../entry/providers";
import { createTask } from "../task";
import { Section } from "./section";
import { t } from "./strings";
import { type Way, waysOf } from "./ways";

const ways = () =>
  waysOf(providers(), {
    directory: config().EnableLdap === "true" ? t("wayDirectory") : undefined,
    password: t("password"),
  });

const own = () => me()?.auth_service ?? "";

/** Whether there is a way to move to, and people may. */
export const maySwitch = () => config().ExperimentalEnableAuthenticationTransfer === "true" && ways().length > 1;

export function SwitchSection() {
  const [to, setTo] = createSignal<Way>();
  const now = () => ways().find((way) => way.service === own())?.text ?? own();
  return (
    <Section title={t("ways")} hint={t("waysHint", { way: now() })}>
      <Show
        when={to()}
        fallback={
          <div class="settings-actions">
            <For each={ways().filter((way) => way.service !== own())}>
              {(way) => <Button onClick={() => setTo(way)}>{t("waysMove", { way: way.text })}</Button>}
            </For>
          </div>
        }
      >
        {(way) => <Move to={way()} onCancel={() => setTo(undefined)} />}
      </Show>
    </Section>
  );
}

/** What is asked for depends on both sides: a provider proves by itself. */
function Move(props: { to: Way; onCancel: () => void }) {
  const task = createTask();
  const [password, setPassword] = createSignal("");
  const [code, setCode] = createSignal("");
  const [name, setName] = createSignal("");
  const [fresh, setFresh] = createSignal("");
  const asksPassword = () => ["", "ldap"].includes(own());
  const asksCode = () =>
    asksPassword() &&
    config().EnableMultifactorAuthentication === "true" &&
    (me()?.mfa_active === true || (me()?.passkey_count ?? 0) > 0);
  const submit = async (event: Event) => {
    event.preventDefault();
    const form = {
      current_service: own() || "email",
      new_service: props.to.service || "email",
      email: me()?.email ?? "",
      password: password(),
      mfa_code: code().trim(),
      ldap_id: name().trim(),
      new_password: fresh(),
    };
    await task.run(async () => {
      const { follow_link } = await post<FollowLink>("/users/login/switch", form);
      location.assign(follow_link);
    });
  };
  return (
    <form class="settings-section" onSubmit={(event) => void submit(event)}>
      <Show when={task.problem()}>{(text) => <Banner kind="danger">{text()}</Banner>}</Show>
      <Show when={asksPassword()}>
        <TextField
          label={t("currentPassword")}
          type="password"
          autocomplete="current-password"
          required
          value={password()}
          onInput={setPassword}
        />
      </Show>
      <Show when={asksCode()}>
        <TextField label={t("waysCode")} autocomplete="one-time-code" required value={code()} onInput={setCode} />
      </Show>
      <Show when={props.to.service === "ldap"}>
        <TextField label={t("directoryName")} autocomplete="off" required value={name()} onInput={setName} />
      </Show>
      <Show when={["", "ldap"].includes(props.to.service)}>
        <TextField
          label={props.to.service === "ldap" ? t("directoryPassword") : t("newPassword")}
          type="password"
          autocomplete={props.to.service === "ldap" ? "off" : "new-password"}
          required
          value={fresh()}
          onInput={setFresh}
        />
      </Show>
      <div class="settings-actions">
        <Button type="submit" kind="primary" busy={task.busy()}>
          {t("waysMove", { way: props.to.text })}
        </Button>
        <Button kind="quiet" onClick={props.onCancel}>
          {ui("cancel")}
        </Button>
      </div>
    </form>
  );
}
