// Before a session: signing in, and making an account (the first one of a new server becomes its administrator).
import { createEffect, createSignal, type JSX, Match, Show, Switch } from "solid-js";
import { post, Refusal } from "../../net/rest";
import { signIn } from "../../query/session";
import { config } from "../../query/world";
import { follow, go, route } from "../../route";
import { Banner, Button, TextField } from "../../ui";
import { t } from "../strings";
import "./entry.css";

export function Entry() {
  return (
    <main class="entry">
      <div class="entry-card">
        <Mark />
        <Switch fallback={<Login />}>
          <Match when={route().screen === "signup"}>
            <SignUp />
          </Match>
        </Switch>
      </div>
    </main>
  );
}

export function Mark() {
  return (
    <div class="entry-mark">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="9" />
        <path d="M8 22V11.5a1.5 1.5 0 0 1 2.6-1L16 16.4l5.4-5.9a1.5 1.5 0 0 1 2.6 1V22" />
      </svg>
      <span>{config().SiteName ?? "Muster"}</span>
    </div>
  );
}

/** A form that runs one request at a time and shows why it was refused. */
export function Form(props: {
  title: string;
  text?: JSX.Element;
  submit: string;
  onSubmit: () => Promise<void>;
  children: JSX.Element;
}) {
  const [busy, setBusy] = createSignal(false);
  const [problem, setProblem] = createSignal("");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy()) return;
    setBusy(true);
    setProblem("");
    try {
      await props.onSubmit();
    } catch (cause) {
      setProblem(cause instanceof Error ? cause.message : String(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="entry-form" onSubmit={(event) => void submit(event)}>
      <h1>{props.title}</h1>
      <Show when={props.text}>
        <p class="entry-text">{props.text}</p>
      </Show>
      <Show when={problem()}>{(text) => <Banner kind="danger">{text()}</Banner>}</Show>
      {props.children}
      <Button kind="primary" type="submit" busy={busy()}>
        {props.submit}
      </Button>
    </form>
  );
}

const NEEDS_CODE = "mfa.validate_token.authenticate.app_error";

function Login() {
  const [loginId, setLoginId] = createSignal("");
  const [password, setPassword] = createSignal("");
  const [code, setCode] = createSignal("");
  const [needsCode, setNeedsCode] = createSignal(false);
  createEffect(() => {
    // A new server has nobody to sign in as.
    if (config().NoAccounts === "true") go("/signup", "replace");
  });
  const submit = async () => {
    try {
      await signIn(loginId().trim(), password(), code().trim());
    } catch (problem) {
      if (problem instanceof Refusal && problem.id === NEEDS_CODE && !needsCode()) {
        setNeedsCode(true);
        return;
      }
      throw problem;
    }
  };
  return (
    <>
      <Form title={t("signIn")} submit={t("signIn")} onSubmit={submit}>
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
            label={t("oneTimeCode")}
            value={code()}
            onInput={setCode}
            inputmode="numeric"
            autocomplete="one-time-code"
            required
            autofocus
          />
        </Show>
      </Form>
      <Show when={config().EnableOpenServer === "true" || config().NoAccounts === "true"}>
        <p class="entry-other">
          {t("noAccount")}{" "}
          <a href="/signup" onClick={follow}>
            {t("signUp")}
          </a>
        </p>
      </Show>
    </>
  );
}

function SignUp() {
  const [email, setEmail] = createSignal("");
  const [username, setUsername] = createSignal("");
  const [password, setPassword] = createSignal("");
  const first = () => config().NoAccounts === "true";
  const invite = () => {
    const now = route();
    return now.screen === "signup" ? now.invite : "";
  };
  const submit = async () => {
    const body = { email: email().trim(), username: username().trim().toLowerCase(), password: password() };
    await post("/users", body, invite() === "" ? {} : { iid: invite() });
    await signIn(body.username, body.password, "");
  };
  return (
    <>
      <Form
        title={first() ? t("firstAccount") : t("signUp")}
        text={first() ? t("firstAccountText") : undefined}
        submit={t("createAccount")}
        onSubmit={submit}
      >
        <TextField
          label={t("email")}
          type="email"
          value={email()}
          onInput={setEmail}
          autocomplete="email"
          required
          autofocus
        />
        <TextField
          label={t("username")}
          hint={t("usernameHint")}
          value={username()}
          onInput={setUsername}
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          minlength={3}
          maxlength={22}
          required
        />
        <TextField
          label={t("password")}
          hint={t("passwordHint", { length: Number(config().PasswordMinimumLength ?? 8) })}
          type="password"
          value={password()}
          onInput={setPassword}
          autocomplete="new-password"
          required
        />
      </Form>
      <p class="entry-other">
        {t("haveAccount")}{" "}
        <a href="/login" onClick={follow}>
          {t("signIn")}
        </a>
      </p>
    </>
  );
}
