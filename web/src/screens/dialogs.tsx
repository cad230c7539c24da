// The dialogs, each a chunk that loads when it is opened first.
import { type Component, lazy, Show, Suspense } from "solid-js";
import { Dynamic } from "solid-js/web";
import { type DialogName, dialog, setDialog, team } from "./place";

/** A dialog that is told what it shows, rather than looking. */
function told<P extends object>(load: () => Promise<{ default: Component<P> }>, props: () => P | undefined): Component {
  return lazy(async () => {
    const { default: View } = await load();
    return { default: () => <Show when={props()}>{(now) => <View {...now()} />}</Show> };
  });
}

const onClose = () => setDialog(undefined);

/** What the dialog is about, while it is of that kind. */
function about<K extends DialogName["kind"]>(kind: K): Extract<DialogName, { kind: K }> | undefined {
  const now = dialog();
  return now?.kind === kind ? (now as Extract<DialogName, { kind: K }>) : undefined;
}

function inTeam() {
  const here = team();
  return here && { team: here, onClose };
}

function inChannel(kind: "channelNotifications" | "addMembers") {
  const now = about(kind);
  return now && { channelId: now.channelId, onClose };
}

const CHANNELS = () => import("./find/channels");

/** What shows each dialog; one without an entry does nothing yet. */
const VIEWS: { readonly [K in DialogName["kind"]]?: Component } = {
  switcher: lazy(() => import("./find/switcher")),
  browse: lazy(() => import("./find/browse")),
  createChannel: lazy(() => CHANNELS().then((module) => ({ default: module.Create }))),
  editChannel: lazy(() => CHANNELS().then((module) => ({ default: module.EditChannel }))),
  category: lazy(() => CHANNELS().then((module) => ({ default: module.NewCategory }))),
  moveChannel: lazy(() => import("./find/move")),
  direct: lazy(() => import("./find/direct")),
  confirmDelete: lazy(() => import("./channel/delete")),
  bookmark: lazy(() => import("./bookmarks/dialog")),
  deleteBookmark: lazy(() => import("./bookmarks/delete")),
  forward: lazy(() => import("./gather/forward")),
  share: lazy(() => import("./gather/share")),
  history: lazy(() => import("./gather/history")),
  customEmoji: lazy(() => import("./gather/emoji")),
  groups: lazy(() => import("./gather/groups")),
  renameCategory: lazy(() => CHANNELS().then((module) => ({ default: module.RenameCategory }))),
  privacy: lazy(() => CHANNELS().then((module) => ({ default: module.Privacy }))),
  form: lazy(() => import("./forms/form")),
  when: lazy(() => import("./plan/when")),
  priority: lazy(() => import("./plan/priority")),
  editScheduled: lazy(() => import("./plan/edit")),
  start: lazy(() => import("./start/checklist")),
  poll: lazy(() => import("./polls/dialog")),
  pdf: lazy(() => import("./pdf/viewer")),
  viewer: lazy(() => import("./viewer/viewer")),
  settings: told(
    () => import("./settings/settings"),
    () => ({ section: about("settings")?.section, onClose }),
  ),
  customStatus: told(
    () => import("./settings/custom-status"),
    () => ({ onClose }),
  ),
  shortcuts: told(
    () => import("./settings/shortcuts"),
    () => ({ onClose }),
  ),
  channelNotifications: told(
    () => import("./settings/channel-notifications"),
    () => inChannel("channelNotifications"),
  ),
  addMembers: told(
    () => import("./manage/add-members"),
    () => inChannel("addMembers"),
  ),
  sure: told(
    async () => ({ default: (await import("./sure")).Sure }),
    () => {
      const now = about("sure");
      return now && { ...now.asked, onClose };
    },
  ),
  teamMembers: told(() => import("./manage/team-members"), inTeam),
  teamSettings: told(() => import("./manage/team-settings"), inTeam),
  invite: told(() => import("./manage/invite"), inTeam),
  integrations: told(() => import("./manage/integrations"), inTeam),
};

export const hasDialog = (kind: DialogName["kind"]): boolean => VIEWS[kind] !== undefined;

export function Dialogs() {
  return (
    <Suspense>
      <Show when={dialog() && VIEWS[dialog()?.kind ?? "switcher"]}>{(view) => <Dynamic component={view()} />}</Show>
    </Suspense>
  );
}
