// An account whose address nobody has proven yet: where the mail went, and another one.
import { createSignal, Show } from "solid-js";
import { post } from "../../net/rest";
import { Banner, TextField } from "../../ui";
import { t as chat } from "../strings";
import { Back } from "./back";
import { Form } from "./form";
import { t } from "./strings";

export default function Unverified(props: { email: string }) {
  const [email, setEmail] = createSignal(props.email);
  const [sentTo, setSentTo] = createSignal("");
  const submit = async () => {
    const address = email().trim();
    setSentTo("");
    await post("/users/email/verify/send", { email: address });
    setSentTo(address);
  };
  return (
    <>
      <Form title={t("unverifiedTitle")} text={t("unverifiedText")} submit={t("sendAgain")} onSubmit={submit}>
        <Show when={sentTo()}>
          {(address) => <Banner kind="success">{t("verifySent", { email: address() })}</Banner>}
        </Show>
        <TextField
          label={chat("email")}
          type="email"
          value={email()}
          onInput={setEmail}
          autocomplete="email"
          required
        />
      </Form>
      <Back />
    </>
  );
}
