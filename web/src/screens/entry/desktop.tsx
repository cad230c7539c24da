// A sign-in of the desktop program by a provider, which a browser finished: handed back by a link that opens the program.
import { createSignal, onMount, Show } from "solid-js";
import { post } from "../../net/rest";
import { start } from "../../query/session";
import { go } from "../../route";
import { Banner } from "../../ui";
import type { User } from "../../wire.gen";
import { problemText } from "../task";
import { isDesktopProgram, KEPT } from "./desktop-program";
import { t } from "./strings";

/** How programs for the desktop are called by links. */
const SCHEME = "mattermost";

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
