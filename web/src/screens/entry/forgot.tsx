// A forgotten password: a mail with a link. The server does not tell whether there is such an account, and neither does
// this page.
import { createSignal, Show } from "solid-js";
import { post } from "../../net/rest";
import { Banner, TextField } from "../../ui";
import { t as chat } from "../strings";
import { Back } from "./back";
import { Form } from "./form";
import { t } from "./strings";

export default function Forgot() {
  const [email, setEmail] = createSignal("");
  const [sentTo, setSentTo] = createSignal("");
  const submit = async () => {
    const address = email().trim();
    setSentTo("");
    await post("/users/password/reset/send", { email: address });
    setSentTo(address);
  };
  return (
    <>
      <Form title={t("forgotTitle")} text={t("forgotText")} submit={t("sendLink")} onSubmit={submit}>
        <Show when={sentTo()}>
          {(address) => <Banner kind="success">{t("resetSent", { email: address() })}</Banner>}
        </Show>
        <TextField
          label={chat("email")}
          type="email"
          value={email()}
          onInput={setEmail}
          autocomplete="email"
          required
          autofocus
        />
      </Form>
      <Back />
    </>
  );
}
