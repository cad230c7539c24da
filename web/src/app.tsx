// The root of the client: which screen the session and the address call for.
import { createEffect, ErrorBoundary, lazy, Match, Suspense, Switch, untrack } from "solid-js";
import { setHourCycle, setLanguage, setTimeZone } from "./i18n/language";
import { config, me, phase, preference } from "./query/world";
import { go, inviteOf, route, signInFor, wantedOf } from "./route";
import { Entry } from "./screens/entry/entry";
import { Shell } from "./screens/shell/shell";
import { t } from "./screens/strings";
import { changeLook } from "./theme/theme";
import { Button, Empty, Toasts } from "./ui";

const Admin = lazy(() => import("./screens/admin/admin"));
const Teams = lazy(() => import("./screens/entry/teams"));

const Join = lazy(() => import("./screens/entry/join"));
const Factor = lazy(() => import("./screens/entry/factor"));

/** The addresses that make sense without a session. */
const OPEN = new Set(["login", "signup", "forgot", "reset", "verify", "unverified", "desktop", "link"]);
/** Those of them that do so with one, too: what a mail brought, or the desktop program asked for, where somebody is in. */
const MAILED = new Set(["reset", "verify", "desktop", "link"]);

export function App() {
  createEffect((before: string) => {
    const now = phase();
    const { screen } = route();
    // Whoever just signed out is done here; whoever was not in yet wanted this page.
    const wanted = before === "signedIn" ? "/" : location.pathname + location.search;
    if (now === "signedOut" && !OPEN.has(screen)) go(signInFor(wanted), "replace");
    // Whoever came in by a link is done with it; whoever was in before may want it.
    const isDone = !MAILED.has(screen) || (screen === "link" && (before === "signedOut" || before === "factorMissing"));
    if (now === "signedIn" && OPEN.has(screen) && isDone && !inviteOf(route())) leave(wantedOf(location.search));
    return now;
  }, "");
  createEffect(() => setLanguage(me()?.locale || navigator.language));
  createEffect(() => {
    const zone = me()?.timezone;
    setTimeZone(zone?.useAutomaticTimezone === "false" ? zone.manualTimezone : undefined);
  });
  createEffect(() => {
    const twentyFour = preference("display_settings", "use_military_time");
    setHourCycle(twentyFour === undefined ? "language" : twentyFour === "true" ? "24" : "12");
  });
  createEffect(() => {
    const chosen = preference("display_settings", "message_display");
    if (chosen !== undefined) untrack(() => changeLook({ density: chosen === "compact" ? "compact" : "comfortable" }));
  });
  createEffect(() => {
    if (phase() !== "signedIn") document.title = config().SiteName ?? "Muster";
  });
  return (
    <ErrorBoundary fallback={(problem: unknown) => <Broken problem={problem} />}>
      <Suspense>
        <Switch>
          <Match when={phase() === "signedOut" || (phase() === "signedIn" && MAILED.has(route().screen))}>
            <Entry />
          </Match>
          <Match when={phase() === "factorMissing"}>
            <Factor />
          </Match>
          <Match when={phase() === "signedIn" && inviteOf(route())}>{(invite) => <Join invite={invite()} />}</Match>
          <Match when={phase() === "signedIn" && route().screen === "teams"}>
            <Teams />
          </Match>
          <Match when={phase() === "signedIn" && route().screen === "admin"}>
            <Admin />
          </Match>
          <Match when={phase() === "signedIn"}>
            <Shell />
          </Match>
        </Switch>
      </Suspense>
      <Toasts />
    </ErrorBoundary>
  );
}

/** Goes on to what was wanted before somebody was in; what is the server's own is no page of this client. */
function leave(path: string): void {
  if (path.startsWith("/oauth/")) location.assign(path);
  else go(path, "replace");
}

/** Something of ours broke: say so, and offer the way that mends most. */
function Broken(props: { problem: unknown }) {
  console.error(props.problem);
  return (
    <main>
      <Empty icon="warning" title={t("broken")}>
        <Button kind="primary" onClick={() => location.reload()}>
          {t("reload")}
        </Button>
      </Empty>
    </main>
  );
}
