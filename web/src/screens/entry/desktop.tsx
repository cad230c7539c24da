// A sign-in of the desktop program by a provider: begun there, finished in a browser, and handed back by a link that opens
// the program. The program knows its own sign-in by a token that only it has.
import { createSignal, onMount, Show } from "solid-js";
import { post } from "../../net/rest";
import { start } from "../../query/session";
import { go } from "../../route";
import { Banner } from "../../ui";
import type { User } from "../../wire.gen";
import { problemText } from "../task";
import { t } from "./strings";

const KEPT = "muster.desktop-token";
/** How programs for the desktop are called by links. */
const SCHEME = "mattermost";

/** Whether this page stands in the desktop program. */
export function isDesktopProgram(): boolean {
  return "desktopAPI" in window || /Mattermost\/\d/.test(navigator.userAgent);
}

/** Where a sign-in by a provider begins. */
export const beginningAt = (provider: string): string =>
  provider === "saml" ? "/login/sso/saml" : `/oauth/${provider}/login`;

/** Opens the browser for it; the answer comes back by the program's own link. */
export function beginOnDesktop(provider: string): void {
  const token = crypto.randomUUID().replaceAll("-", "");
  sessionStorage.setItem(KEPT, token);
  window.open(`${beginningAt(provider)}?${new URLSearchParams({ desktop_token: token })}`, "_blank");
}

export default function Desktop(props: { client: string; server: string }) {
  const [problem, setProblem] = createSignal("");
  const link = () => {
    const query = new URLSearchParams({ client_token: props.client, server_token: props.server });
    return `${SCHEME}://${location.host}/login/desktop?${query}`;
  };
  const finish = async () => {
    if (!isDesktopProgram()) {
      location.href = link();
      return;
    }
    // Somebody else's sign-in, by a link that was sent to this person, is not taken for one's own.
    if (props.client === "" || sessionStorage.getItem(KEPT) !== props.client) {
      setProblem(t("ssoNotBegun"));
      return;
    }
    sessionStorage.removeItem(KEPT);
    try {
      const user = await post<User>("/users/login/desktop_token", { token: props.server, deviceId: "" });
      go("/", "replace");
      await start(user);
    } catch (cause) {
      setProblem(problemText(cause));
    }
  };
  onMount(() => void finish());
  return (
    <div class="entry-form">
      <h1>{t("desktopTitle")}</h1>
      <Show
        when={problem()}
        fallback={
          <>
            <p class="entry-text">{t("desktopText")}</p>
            <a class="button" data-kind="primary" data-size="body" href={link()}>
              {t("desktopOpen")}
            </a>
          </>
        }
      >
        {(text) => <Banner kind="danger">{text()}</Banner>}
      </Show>
    </div>
  );
}
