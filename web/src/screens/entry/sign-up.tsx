// Making an account: the first one of a new server becomes its administrator, one that was invited is in a team at once.
import { createSignal } from "solid-js";
import { post, Refusal } from "../../net/rest";
import { signIn } from "../../query/session";
import { config } from "../../query/world";
import { follow, go, inviteOf, route, withInvite } from "../../route";
import { TextField } from "../../ui";
import { t } from "../strings";
import { Form } from "./form";
import { goVerify, NOT_VERIFIED } from "./sign-in";

export default function SignUp() {
  const [email, setEmail] = createSignal("");
  const [username, setUsername] = createSignal("");
  const [password, setPassword] = createSignal("");
  const first = () => config().NoAccounts === "true";
  const invite = () => inviteOf(route());
  const submit = async () => {
    const body = { email: email().trim(), username: username().trim().toLowerCase(), password: password() };
    const { id = "", token = "" } = invite() ?? {};
    await post("/users", body, token !== "" ? { t: token } : id !== "" ? { iid: id } : {});
    // The account is in the team by now, and a token that came by mail is used up.
    go("/signup", "replace");
    try {
      await signIn(body.username, body.password, "", "asked");
    } catch (problem) {
      if (problem instanceof Refusal && problem.id === NOT_VERIFIED) return goVerify(body.email);
      throw problem;
    }
  };
  return (
    <>
      <Form
        title={first() ? t("firstAccount") : t("signUp")}
        text={first() ? t("firstAccountText") : invite()?.token ? t("inviteAddress") : undefined}
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
        <a href={withInvite("/login", invite())} onClick={follow}>
          {t("signIn")}
        </a>
      </p>
    </>
  );
}
