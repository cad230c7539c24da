// A new password, by the link that a mail brought. Every session of the account ends with it.
import { createSignal } from "solid-js";
import { post } from "../../net/rest";
import { config } from "../../query/world";
import { follow, go } from "../../route";
import { TextField, toast } from "../../ui";
import { t as chat } from "../strings";
import { Back } from "./back";
import { Form } from "./form";
import { t } from "./strings";

export default function Reset(props: { token: string }) {
  const [password, setPassword] = createSignal("");
  const submit = async () => {
    await post("/users/password/reset", { token: props.token, new_password: password() });
    toast({ text: t("resetDone"), kind: "success" });
    go("/login", "replace");
  };
  return (
    <>
      <Form title={t("resetTitle")} submit={t("resetSubmit")} onSubmit={submit}>
        <TextField
          label={t("newPassword")}
          hint={chat("passwordHint", { length: Number(config().PasswordMinimumLength ?? 8) })}
          type="password"
          value={password()}
          onInput={setPassword}
          autocomplete="new-password"
          required
          autofocus
        />
      </Form>
      <p class="entry-other">
        <a href="/reset_password" onClick={follow}>
          {t("anotherLink")}
        </a>
      </p>
      <Back />
    </>
  );
}
