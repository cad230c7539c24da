// Signing in, with an invitation when the address brings one: it is used up once somebody is there.
import { createEffect, createSignal, Show } from "solid-js";
import { Refusal } from "../../net/rest";
import { type Browser, signIn } from "../../query/session";
import { config } from "../../query/world";
import { follow, go, inviteOf, route, withInvite } from "../../route";
import { Button, Checkbox, TextField } from "../../ui";
import { PasskeySignIn } from "../passkeys/sign-in";
import { t as passkeys } from "../passkeys/strings";
import { t } from "../strings";
import { Form } from "./form";
import { hasPasswordForm, Problem, Providers } from "./providers";
import { t as entry } from "./strings";

export const NEEDS_CODE = "mfa.validate_token.authenticate.app_error";
export const NOT_VERIFIED = "api.user.login.not_verified.app_error";

/** The page that asks for the proof of an address; who signs in by a user name tells the address there. */
export function goVerify(loginId: string): void {
  const email = loginId.includes("@") ? loginId : "";
  go(`/should_verify_email?${new URLSearchParams({ email })}`);
}

export function SignIn() {
  const [loginId, setLoginId] = createSignal("");
  const [password, setPassword] = createSignal("");
  const [code, setCode] = createSignal("");
  const [needsCode, setNeedsCode] = createSignal(false);
  const [isRecovery, setRecovery] = createSignal(false);
  const [browser, setBrowser] = createSignal<Browser>("asked");
  const days = () => Number(config().RememberBrowserDays ?? 0);
  const invite = () => inviteOf(route());
  createEffect(() => {
    // A new server has nobody to sign in as.
    if (config().NoAccounts === "true") go("/signup", "replace");
  });
  const submit = async () => {
    try {
      await signIn(loginId().trim(), password(), code().trim(), browser());
    } catch (problem) {
      if (problem instanceof Refusal && problem.id === NOT_VERIFIED) return goVerify(loginId().trim());
      if (problem instanceof Refusal && problem.id === NEEDS_CODE && !needsCode()) {
        setNeedsCode(true);
        document.querySelector<HTMLElement>('[autocomplete="one-time-code"]')?.focus();
        return;
      }
      throw problem;
    }
  };
  return (
    <>
      <Problem />
      <Show when={hasPasswordForm()} fallback={<h1 class="entry-title">{t("signIn")}</h1>}>
        <Form
          title={t("signIn")}
          text={invite() ? t("inviteSignIn") : undefined}
          submit={t("signIn")}
          onSubmit={submit}
        >
          <TextField
            label={t("loginId")}
            value={loginId()}
            onInput={setLoginId}
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            required
            autofocus
          />
          <TextField
            label={t("password")}
            type="password"
            value={password()}
            onInput={setPassword}
            autocomplete="current-password"
            required
          />
          <Show when={needsCode()}>
            <TextField
              label={isRecovery() ? passkeys("recoveryLabel") : t("oneTimeCode")}
              value={code()}
              onInput={setCode}
              inputmode={isRecovery() ? "text" : "numeric"}
              autocomplete={isRecovery() ? "off" : "one-time-code"}
              autocapitalize="none"
              spellcheck={false}
              required
            />
            <Show when={days() > 0}>
              <Checkbox
                label={passkeys("rememberBrowser", { days: days() })}
                checked={browser() === "remembered"}
                onChange={(isChosen) => setBrowser(isChosen ? "remembered" : "asked")}
              />
            </Show>
          </Show>
        </Form>
      </Show>
      <Show
        when={needsCode()}
        fallback={
          <Show when={hasPasswordForm()}>
            <PasskeySignIn label={passkeys("signIn")} />
          </Show>
        }
      >
        <PasskeySignIn
          label={passkeys("instead")}
          form={() => ({ login_id: loginId().trim(), password: password() })}
          browser={browser}
        />
        <Show when={!isRecovery()}>
          <Button kind="quiet" onClick={() => setRecovery(true)}>
            {passkeys("recoveryInstead")}
          </Button>
        </Show>
      </Show>
      <Providers />
      <Show when={hasPasswordForm() && config().PasswordEnableForgotLink !== "false"}>
        <p class="entry-other">
          <Show
            when={config().ForgotPasswordLink}
            fallback={
              <a href="/reset_password" onClick={follow}>
                {t("forgotPassword")}
              </a>
            }
          >
            {(elsewhere) => <a href={elsewhere()}>{t("forgotPassword")}</a>}
          </Show>
        </p>
      </Show>
      <Show when={config().EnableGuestMagicLink === "true"}>
        <p class="entry-other">
          <a href="/login/one_time_link" onClick={follow}>
            {entry("linkAsk")}
          </a>
        </p>
      </Show>
      <Show when={hasPasswordForm() && (config().EnableOpenServer === "true" || invite())}>
        <p class="entry-other">
          {t("noAccount")}{" "}
          <a href={withInvite("/signup", invite())} onClick={follow}>
            {t("signUp")}
          </a>
        </p>
      </Show>
    </>
  );
}
