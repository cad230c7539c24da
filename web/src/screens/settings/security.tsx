// Password, second factor, where I am signed in, and access tokens.

import { createResource, createSignal, For, Show } from "solid-js";
import { formatDate, formatRelative } from "../../i18n/language";
import { csrf, get, post, put } from "../../net/rest";
import { savePreferences } from "../../query/load";
import { PRIVACY, SEEN_BY, showsSeen } from "../../query/seen";
import { config, may, me } from "../../query/world";
import { Banner, Button, Icon, Skeleton, Tag, TextField, Toggle } from "../../ui";
import { t as ui } from "../../ui/strings";
import { toast } from "../../ui/toast";
import type { Session } from "../../wire.gen";
import { arePasskeysHere } from "../passkeys/here";
import { RecoverySection } from "../passkeys/recovery";
import { PasskeysSection } from "../passkeys/section";
import { attempt, createTask } from "../task";
import { BrowsersSection } from "./browsers";
import { MfaSection } from "./mfa";
import { Row, Section } from "./section";
import { nameOfSession } from "./session-name";
import { t } from "./strings";
import { maySwitch, SwitchSection } from "./switch";
import { TokensSection } from "./tokens";

export default function SecurityPage() {
  return (
    <>
      <Show when={!me()?.auth_service}>
        <PasswordSection />
      </Show>
      <Show when={wantsCodes()}>
        <MfaSection />
      </Show>
      <Show when={arePasskeysHere() && isSignedInHere()}>
        <PasskeysSection />
      </Show>
      <Show when={wantsCodes() && isSignedInHere() && hasSecondFactor()}>
        <RecoverySection />
      </Show>
      <Show when={Number(config().RememberBrowserDays ?? 0) > 0 && hasSecondFactor()}>
        <BrowsersSection />
      </Show>
      <Show when={maySwitch()}>
        <SwitchSection />
      </Show>
      <Show when={config().EnableSeenBy === "true"}>
        <PrivacySection />
      </Show>
      <SessionsSection />
      <Show when={config().EnableUserAccessTokens === "true" && may("create_user_access_token")}>
        <TokensSection />
      </Show>
    </>
  );
}

function PrivacySection() {
  const choose = (value: boolean) =>
    attempt(() => savePreferences([{ category: PRIVACY, name: SEEN_BY, value: String(value) }]));
  return (
    <Section title={t("privacy")}>
      <Toggle label={t("showSeen")} hint={t("showSeenHint")} checked={showsSeen()} onChange={choose} />
    </Section>
  );
}

/** Other services keep second factors of their own; a directory has passwords alone. */
const isSignedInHere = () => ["", "ldap"].includes(me()?.auth_service ?? "");

/** Elsewhere no code is asked for behind the password. */
const wantsCodes = () => config().EnableMultifactorAuthentication === "true";

const hasSecondFactor = () => me()?.mfa_active === true || (me()?.passkey_count ?? 0) > 0;

function PasswordSection() {
  const task = createTask();
  const [old, setOld] = createSignal("");
  const [fresh, setFresh] = createSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    const change = { current_password: old(), new_password: fresh() };
    if (await task.run(() => put("/users/me/password", change))) {
      setOld("");
      setFresh("");
      toast({ text: t("passwordChanged"), kind: "success" });
    }
  };
  return (
    <Section title={t("password")} hint={changedHint()}>
      <form class="settings-section" onSubmit={(event) => void submit(event)}>
        <Show when={task.problem()}>{(text) => <Banner kind="danger">{text()}</Banner>}</Show>
        <div class="settings-pair">
          <TextField
            label={t("currentPassword")}
            type="password"
            autocomplete="current-password"
            required
            value={old()}
            onInput={setOld}
          />
          <TextField
            label={t("newPassword")}
            type="password"
            autocomplete="new-password"
            required
            minlength={Number(config().PasswordMinimumLength ?? 8)}
            value={fresh()}
            onInput={setFresh}
          />
        </div>
        <div class="settings-actions">
          <Button type="submit" busy={task.busy()}>
            {t("changePassword")}
          </Button>
        </div>
      </form>
    </Section>
  );
}

function changedHint(): string {
  const at = me()?.last_password_update;
  return at ? t("passwordSince", { date: formatDate(at, "date") }) : "";
}

function SessionsSection() {
  const [sessions, { refetch }] = createResource(() => get<Session[]>("/users/me/sessions"));
  const now = Date.now();
  const revoke = (session: Session) =>
    attempt(async () => {
      await post("/users/me/sessions/revoke", { session_id: session.id });
      await refetch();
    }, t("sessionEnded"));
  const sorted = () => [...(sessions() ?? [])].sort((a, b) => b.last_activity_at - a.last_activity_at);
  return (
    <Section
      title={t("sessions")}
      hint={t("sessionsHint")}
      action={
        <Button
          size="small"
          kind="quiet"
          onClick={() => attempt(() => post("/users/me/sessions/revoke/all").then(() => location.reload()))}
        >
          {t("endAll")}
        </Button>
      }
    >
      <Show when={sessions()} fallback={<Skeleton lines={2} />}>
        <ul class="settings-list">
          <For each={sorted()}>
            {(session) => (
              <Row
                lead={<Icon name={session.device_id ? "bell" : "globe"} />}
                title={nameOfSession(session)}
                detail={t("sessionDetail", {
                  seen: formatRelative(session.last_activity_at, now),
                  since: formatDate(session.create_at, "date"),
                })}
              >
                <Show when={session.props.csrf === csrf()}>
                  <Tag kind="success">{t("thisSession")}</Tag>
                </Show>
                <Show when={session.is_oauth}>
                  <Tag>OAuth</Tag>
                </Show>
                <Button size="small" kind="quiet" onClick={() => revoke(session)}>
                  {t("endSession")}
                </Button>
              </Row>
            )}
          </For>
        </ul>
        <Show when={sorted().length === 0}>
          <p>{ui("nothingFound")}</p>
        </Show>
      </Show>
    </Section>
  );
}
