// The settings: pages beside their names. Each page saves itself; this only chooses.

import { createSignal, lazy, Match, Suspense, Switch } from "solid-js";
import { Dialog, Skeleton, Tabs } from "../../ui";
import { IconButton } from "../../ui/button";
import { t as ui } from "../../ui/strings";
import { DisplayPage } from "./display";
import { NotificationsPage } from "./notifications";
import { ProfilePage } from "./profile";
import { t } from "./strings";
import "./settings.css";

const SecurityPage = lazy(() => import("./security"));

const SECTIONS = ["profile", "notifications", "display", "sidebar", "security"] as const;
type SectionName = (typeof SECTIONS)[number];
const ICON = {
  profile: "person",
  notifications: "bell",
  display: "palette",
  sidebar: "list",
  security: "lock",
} as const;

export default function SettingsDialog(props: { section?: string | undefined; onClose: () => void }) {
  const [chosen, setChosen] = createSignal<SectionName>(SECTIONS.find((one) => one === props.section) ?? "profile");
  return (
    <Dialog title={t("title")} size="large" bare onClose={props.onClose}>
      <div class="settings">
        <IconButton class="dialog-close" icon="close" label={ui("close")} keys="Esc" onClick={() => props.onClose()} />
        <Tabs
          kind="side"
          label={t("title")}
          tabs={SECTIONS.map((key) => ({ key, label: t(key), icon: ICON[key] }))}
          chosen={chosen()}
          onChoose={setChosen}
        >
          <Suspense fallback={<Skeleton lines={6} />}>
            <div class="settings-page">
              <Switch>
                <Match when={chosen() === "profile"}>
                  <ProfilePage />
                </Match>
                <Match when={chosen() === "notifications"}>
                  <NotificationsPage />
                </Match>
                <Match when={chosen() === "display"}>
                  <DisplayPage part="display" />
                </Match>
                <Match when={chosen() === "sidebar"}>
                  <DisplayPage part="sidebar" />
                </Match>
                <Match when={chosen() === "security"}>
                  <SecurityPage />
                </Match>
              </Switch>
            </div>
          </Suspense>
        </Tabs>
      </div>
    </Dialog>
  );
}
