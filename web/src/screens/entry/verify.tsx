// The proof of an address, by the link that a mail brought. A link that is good no more gives way to another mail.
import { createSignal, Match, onMount, Show, Switch } from "solid-js";
import { post } from "../../net/rest";
import { Banner, Skeleton } from "../../ui";
import { problemText } from "../task";
import { Back } from "./back";
import { t } from "./strings";
import Unverified from "./unverified";

export default function Verify(props: { token: string; email: string }) {
  const [state, setState] = createSignal<"asking" | "done" | "refused">("asking");
  const [problem, setProblem] = createSignal("");
  onMount(() => {
    post("/users/email/verify", { token: props.token }).then(
      () => setState("done"),
      (refused: unknown) => {
        setProblem(problemText(refused));
        setState("refused");
      },
    );
  });
  return (
    <Switch fallback={<Skeleton lines={3} />}>
      <Match when={state() === "refused"}>
        <Banner kind="danger">{problem()}</Banner>
        <Unverified email={props.email} />
      </Match>
      <Match when={state() === "done"}>
        <div class="entry-form">
          <h1>{t("verified")}</h1>
          <Show when={props.email}>
            <p class="entry-text">{t("verifiedText", { email: props.email })}</p>
          </Show>
        </div>
        <Back />
      </Match>
    </Switch>
  );
}
