// The way from a page that a mail led to: on into the chat, or to the page that signs in.
import { phase } from "../../query/world";
import { follow } from "../../route";
import { t } from "../strings";

export function Back() {
  const isIn = () => phase() === "signedIn";
  return (
    <p class="entry-other">
      <a href={isIn() ? "/" : "/login"} onClick={follow}>
        {isIn() ? t("back") : t("signIn")}
      </a>
    </p>
  );
}
