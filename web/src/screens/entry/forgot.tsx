// A forgotten password: a mail with a link to choose a new one.
import { SendLink } from "./send-link";
import { t } from "./strings";

export default function Forgot() {
  return (
    <SendLink
      title={t("forgotTitle")}
      text={t("forgotText")}
      submit={t("sendLink")}
      path="/users/password/reset/send"
      sent={(email) => t("resetSent", { email })}
    />
  );
}
