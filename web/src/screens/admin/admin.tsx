// The system console: its sections beside the one that is open. Only administrators get here, and the server checks
// again at every request.

import { createEffect, createMemo, For, lazy, Show, Suspense } from "solid-js";
import { Dynamic } from "solid-js/web";
import { config, isAdmin } from "../../query/world";
import { follow, go, route } from "../../route";
import { Button, Empty, Icon, type IconName, Skeleton } from "../../ui";
import { keepCurrentInSight } from "./current";
import { t } from "./strings";
import "./admin.css";

const SECTIONS = [
  { key: "overview", icon: "chart", screen: lazy(() => import("./overview")) },
  { key: "users", icon: "people", screen: lazy(() => import("./users")) },
  { key: "teams", icon: "server", screen: lazy(() => import("./teams")) },
  { key: "channels", icon: "hash", screen: lazy(() => import("./channels")) },
  { key: "roles", icon: "shield", screen: lazy(() => import("./roles")) },
  { key: "integrations", icon: "plug", screen: lazy(() => import("./integrations")) },
  { key: "signIn", icon: "key", screen: lazy(() => import("./sign-in")) },
  { key: "settings", icon: "settings", screen: lazy(() => import("./settings")) },
  { key: "jobs", icon: "clock", screen: lazy(() => import("./jobs")) },
  { key: "transfer", icon: "archive", screen: lazy(() => import("./transfer")) },
  { key: "logs", icon: "logs", screen: lazy(() => import("./logs")) },
] as const satisfies readonly { key: string; icon: IconName; screen: unknown }[];

export default function AdminScreen() {
  let side: HTMLElement | undefined;
  const chosen = createMemo(() => {
    const now = route();
    const name = now.screen === "admin" ? now.section.split("/")[0] : "";
    return SECTIONS.find((one) => one.key === name) ?? SECTIONS[0];
  });
  createEffect(() => {
    document.title = `${t(chosen().key)} · ${t("console")}`;
  });
  keepCurrentInSight(() => side, chosen);
  return (
    <Show when={isAdmin()} fallback={<Refused />}>
      <div class="admin">
        <nav class="admin-side" ref={side} aria-label={t("console")}>
          <a class="admin-back" href="/" onClick={follow}>
            <Icon name="back" size="small" />
            {t("backToChat")}
          </a>
          <h1>
            {t("console")}
            <small>{config().SiteName}</small>
          </h1>
          <ul>
            <For each={SECTIONS}>
              {(one) => (
                <li>
                  <a href={`/admin/${one.key}`} aria-current={chosen() === one ? "page" : undefined} onClick={follow}>
                    <Icon name={one.icon} size="small" />
                    {t(one.key)}
                  </a>
                </li>
              )}
            </For>
          </ul>
        </nav>
        <main class="admin-main" tabindex={-1}>
          <Suspense fallback={<Skeleton lines={8} />}>
            <Dynamic component={chosen().screen} />
          </Suspense>
        </main>
      </div>
    </Show>
  );
}

function Refused() {
  return (
    <main>
      <Empty icon="lock" title={t("refused")}>
        <Button onClick={() => go("/")}>{t("backToChat")}</Button>
      </Empty>
    </main>
  );
}
