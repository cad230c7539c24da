// The window of somebody who is signed in: teams, sidebar, the place in the middle, the panel at the side, the dialogs.
import { createEffect, createMemo, lazy, Match, onCleanup, onMount, Show, Suspense, Switch } from "solid-js";
import { runKeys } from "../../actions/action";
import { appActions } from "../../actions/app";
import { afterPaint } from "../../query/after-paint";
import { onForm } from "../../query/interactive";
import { onNotificationClick, tellWords } from "../../query/notify";
import { link, loaded, store } from "../../query/world";
import { go, route } from "../../route";
import { Banner, Skeleton } from "../../ui";
import { ChannelScreen } from "../channel/channel";
import { refuseDrops } from "../channel/drop";
import { Dialogs } from "../dialogs";
import { openedGroup } from "../people/group";
import { openedProfile } from "../people/profile";
import {
  addressOfChannel,
  channel,
  dialog,
  panel,
  setDialog,
  setSidebarOpen,
  sidebarOpen,
  startOf,
  team,
  teamsOfMine,
} from "../place";
import { t } from "../strings";
import { doAsked } from "./asked";
import { badge } from "./badge";
import { isAlone, makeRoom, rememberBeside } from "./beside";
import { unreadTotals } from "./order";
import { Rail } from "./rail";
import { Sidebar } from "./sidebar";
import "./shell.css";

const PANEL = () => import("../panel/panel");
const SidePanel = lazy(PANEL);
const PROFILE = () => import("../people/profile-card");
const EMOJI = () => import("../../emoji/picker");
const ProfileCard = lazy(PROFILE);
const GroupCard = lazy(() => import("../people/group-card"));
const InboxScreen = lazy(() => import("../inbox/inbox"));
const ThreadsScreen = lazy(() => import("../panel/threads"));
const ThreadScreen = lazy(() => import("../panel/thread-screen"));
const DraftsScreen = lazy(() => import("../plan/drafts"));
const Permalink = lazy(() => import("../find/permalink"));
const Missing = lazy(() => import("../find/missing"));

export function Shell() {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.defaultPrevented) runKeys(appActions, event);
  };
  onMount(() => document.addEventListener("keydown", onKeyDown));
  onCleanup(() => document.removeEventListener("keydown", onKeyDown));
  onCleanup(refuseDrops());
  createEffect(() => {
    if (loaded()) fetchAhead();
  });
  onCleanup(onNotificationClick(go));
  createEffect(() => t.ready() && tellWords({ user: store.me, reply: t("reply"), markRead: t("markRead") }));
  onForm((asked) => setDialog({ kind: "form", asked }));
  createEffect(goSomewhere);
  rememberBeside();
  makeRoom();
  doAsked();
  createEffect(titled);
  return (
    <div
      class="shell"
      data-screen={route().screen}
      data-panel={panel() ? "true" : undefined}
      data-sidebar={sidebarOpen() ? "true" : undefined}
      data-alone={isAlone ? "true" : undefined}
    >
      <a class="skip" href="#center">
        {t("skipToMessages")}
      </a>
      <Show when={!isAlone}>
        <Show when={teamsOfMine().length > 1}>
          <Rail />
        </Show>
        <Sidebar />
      </Show>
      <Show when={sidebarOpen()}>
        <button
          type="button"
          class="shell-scrim"
          aria-label={t("closeSidebar")}
          onClick={() => setSidebarOpen(false)}
        />
      </Show>
      <main class="shell-center" id="center" tabindex={-1}>
        <Offline />
        <Center />
      </main>
      <Suspense>
        <Show when={panel()}>
          <SidePanel />
        </Show>
      </Suspense>
      <Show when={dialog()}>
        <Dialogs />
      </Show>
      <Suspense>
        <Show when={openedProfile()}>
          <ProfileCard />
        </Show>
        <Show when={openedGroup()}>
          <GroupCard />
        </Show>
      </Suspense>
    </div>
  );
}

/** What keys and names open is there before they are pressed: letters typed after Ctrl+K belong to the switcher. */
function fetchAhead(): void {
  const all = () => [import("../find/switcher"), import("../channel/edit"), PANEL(), PROFILE(), EMOJI()];
  const fetch = () => void Promise.all<unknown>(all()).catch(() => undefined);
  if ("requestIdleCallback" in window) window.requestIdleCallback(fetch);
  else globalThis.setTimeout(fetch, 1_000);
}

function Offline() {
  return (
    <Show when={link() === "broken"}>
      <Banner kind="warning">{t("offline")}</Banner>
    </Show>
  );
}

function Center() {
  const current = createMemo(() => channel()?.id);
  return (
    <Suspense fallback={<div class="shell-wait" />}>
      <Switch fallback={<Unknown />}>
        <Match when={route().screen === "threads"}>
          <ThreadsScreen />
        </Match>
        <Match when={route().screen === "thread"}>
          <ThreadScreen />
        </Match>
        <Match when={route().screen === "inbox"}>
          <InboxScreen />
        </Match>
        <Match when={route().screen === "drafts"}>
          <DraftsScreen />
        </Match>
        <Match when={route().screen === "permalink"}>
          <Permalink />
        </Match>
        <Match when={current() !== undefined}>
          <ChannelScreen channelId={current() ?? ""} />
        </Match>
      </Switch>
    </Suspense>
  );
}

/** The address names no channel of mine, or it is not known yet which are mine. */
function Unknown() {
  return (
    <Show when={loaded()} fallback={<Skeleton lines={8} avatar />}>
      <Missing />
    </Show>
  );
}

/** An address without a channel means the one that was read last. */
function goSomewhere(): void {
  const now = route();
  const here = team();
  if (!here) {
    if (loaded() && now.screen !== "teams") go("/select_team", "replace");
    return;
  }
  if (now.screen !== "home" && !(now.screen === "channel" && now.name === "")) return;
  const target = startOf(here);
  if (target) go(addressOfChannel(target), "replace");
}

/** The window's title: mentions first, as tabs are narrow. */
function titled(): void {
  const { mentions, posts } = unreadTotals();
  const mark = mentions > 0 ? `(${mentions}) ` : posts > 0 ? "• " : "";
  const here = channel();
  const place = here && here.team_id !== "" ? here.display_name : team()?.display_name;
  const title = `${mark}${place ?? "Muster"}`;
  afterPaint(() => {
    document.title = title;
    badge(mentions, posts);
  });
}
