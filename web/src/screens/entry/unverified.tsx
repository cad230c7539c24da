// An account whose address nobody has proven yet: where the mail went, and another one.
import { SendLink } from "./send-link";
import { t } from "./strings";

export default function Unverified(props: { email: string }) {
  return (
    <SendLink
      title={t("unverifiedTitle")}
      text={t("unverifiedText")}
      submit={t("sendAgain")}
      path="/users/email/verify/send"
      sent={(email) => t("verifySent", { email })}
      email={props.email}
    />
  );
}
