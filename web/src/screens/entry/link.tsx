// Sign-in of guests by magic link. The page of a link waits for a press, since mail scanners open links as well. Without a
// link, the page requests one.
import { createSignal, Show } from "solid-js";
import { Refusal } from "../../net/rest";
import { signInByLink } from "../../query/session";
import { follow } from "../../route";
import { TextField } from "../../ui";
import { t as chat } from "../strings";
import { Back } from "./back";
import { Form } from "./form";
import { SendLink } from "./send-link";
import { NEEDS_CODE } from "./sign-in";
import { t } from "./strings";

export default function Link(props: { token: string }) {
  return (
    <Show
      when={props.token}
      fallback={
        <SendLink
          title={t("linkTitle")}
          text={t("linkText")}
          submit={t("sendLink")}
          path="/users/login/type"
          field="login_id"
          sent={(email) => t("linkSent", { email })}
        />
      }
    >
      {(token) => <Open token={token()} />}
    </Show>
  );
}

function Open(props: { token: string }) {
  const [code, setCode] = createSignal("");
  const [needsCode, setNeedsCode] = createSignal(false);
  const submit = async () => {
    try {
      await signInByLink(props.token, code().trim());
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.id !== NEEDS_CODE || needsCode()) throw problem;
      setNeedsCode(true);
    }
  };
  return (
    <>
      <Form title={t("linkTitle")} text={t("linkOpen")} submit={chat("signIn")} onSubmit={submit}>
        <Show when={needsCode()}>
          <TextField
            label={chat("oneTimeCode")}
            value={code()}
            onInput={setCode}
            autocomplete="one-time-code"
            autocapitalize="none"
            spellcheck={false}
            required
          />
        </Show>
      </Form>
      <p class="entry-other">
        <a href="/login/one_time_link" onClick={follow}>
          {t("anotherLink")}
        </a>
      </p>
      <Back />
    </>
  );
}
