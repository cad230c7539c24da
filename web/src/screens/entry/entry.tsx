// Before a session: which page the address calls for.
import { lazy, Match, Switch } from "solid-js";
import { route } from "../../route";
import { Mark } from "./form";
import { SignIn } from "./sign-in";
import "./entry.css";

const Desktop = lazy(() => import("./desktop"));
const Forgot = lazy(() => import("./forgot"));
const Link = lazy(() => import("./link"));
const Reset = lazy(() => import("./reset"));
const SignUp = lazy(() => import("./sign-up"));
const Unverified = lazy(() => import("./unverified"));
const Verify = lazy(() => import("./verify"));

export function Entry() {
  /** The address while it is of this screen. */
  const at = <S extends ReturnType<typeof route>["screen"]>(screen: S) => {
    const now = route();
    return now.screen === screen ? (now as Extract<typeof now, { screen: S }>) : undefined;
  };
  return (
    <main class="entry">
      <div class="entry-card">
        <Mark />
        <Switch fallback={<SignIn />}>
          <Match when={at("signup")}>
            <SignUp />
          </Match>
          <Match when={at("forgot")}>
            <Forgot />
          </Match>
          <Match when={at("link")}>{(now) => <Link token={now().token} />}</Match>
          <Match when={at("reset")}>{(now) => <Reset token={now().token} />}</Match>
          <Match when={at("verify")}>{(now) => <Verify token={now().token} email={now().email} />}</Match>
          <Match when={at("desktop")}>{(now) => <Desktop client={now().client} server={now().server} />}</Match>
          <Match when={at("unverified")}>{(now) => <Unverified email={now().email} />}</Match>
        </Switch>
      </div>
    </main>
  );
}
