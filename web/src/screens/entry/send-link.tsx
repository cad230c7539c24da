// A mail with a link, sent to an address. The server does not tell whether there is such an account, and neither does
// this page.
import { createSignal, Show } from "solid-js";
import { post } from "../../net/rest";
import { Banner, TextField } from "../../ui";
import { t } from "../strings";
import { Back } from "./back";
import { Form } from "./form";

interface Props {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  /** Of the request that sends it. */
  readonly path: string;
  /** What that request calls the address. */
  readonly field?: "email" | "login_id";
  /** What is said once it is on its way. */
  readonly sent: (email: string) => string;
  /** The address, where it is known. */
  readonly email?: string;
}

export function SendLink(props: Props) {
  const [email, setEmail] = createSignal(props.email ?? "");
  const [sentTo, setSentTo] = createSignal("");
  const submit = async () => {
    const address = email().trim();
    setSentTo("");
    await post(props.path, { [props.field ?? "email"]: address });
    setSentTo(address);
  };
  return (
    <>
      <Form title={props.title} text={props.text} submit={props.submit} onSubmit={submit}>
        <Show when={sentTo()}>{(address) => <Banner kind="success">{props.sent(address())}</Banner>}</Show>
        <TextField
          label={t("email")}
          type="email"
          value={email()}
          onInput={setEmail}
          autocomplete="email"
          required
          autofocus={props.email === undefined}
        />
      </Form>
      <Back />
    </>
  );
}
