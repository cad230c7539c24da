// The actions of the whole window.

import { post } from "../net/rest";
import { readAllThreads } from "../query/do";
import { hasGroups } from "../query/groups";
import { signOut } from "../query/session";
import { config, isAdmin, may, store } from "../query/world";
import { go, route } from "../route";
import { addActions } from "../screens/bookmarks/add";
import { t as gathered } from "../screens/gather/strings";
import { stepThread } from "../screens/panel/thread-list";
import {
  channel,
  dialog,
  openChannelNow,
  panel,
  searchIn,
  setDialog,
  setPanel,
  setSidebarOpen,
  sidebarOpen,
  team,
} from "../screens/place";
import { askWhen, canPrioritise, canSchedule, composing } from "../screens/plan/composing";
import { t as planned } from "../screens/plan/strings";
import { sidebarOrder } from "../screens/shell/order";
import { goRound } from "../screens/shell/regions";
import { setTouring } from "../screens/start/progress";
import { t as started } from "../screens/start/strings";
import { t } from "../screens/strings";
import { readAll, unreadOf } from "../state/channels";
import type { Action } from "./action";
import { presences } from "./presences";
import { teamSteps } from "./teams";

const always = () => true;
const inTeam = () => team() !== undefined;
const inThreads = () => route().screen === "threads";

function step(by: number, wanted: (id: string) => boolean): void {
  const ids = sidebarOrder();
  const at = ids.indexOf(channel()?.id ?? "");
  for (let tried = 1; tried <= ids.length; tried += 1) {
    const id = ids[(at + by * tried + ids.length * tried) % ids.length] ?? "";
    const one = store.get("channels", id);
    if (one && wanted(id)) {
      openChannelNow(one);
      return;
    }
  }
}

const isUnread = (id: string): boolean => {
  const unread = unreadOf(store.get("channels", id), store.get("members", id));
  return unread.posts > 0 || unread.mentions > 0;
};

async function readEverything(): Promise<void> {
  const unread = [...store.ids("members")].filter(isUnread);
  store.commit(unread.flatMap((id) => readAll(store, id)));
  await post("/channels/members/me/mark_read", unread);
  for (const id of store.ids("teams")) await readAllThreads(id);
}

/** Adding to the channel that is open. */
const bookmarking: readonly Action[] = addActions("").map((action, at) => {
  const now = () => addActions(channel()?.id ?? "")[at] as Action;
  return { ...action, enabled: () => now().enabled(), perform: () => now().perform() };
});

export const appActions: readonly Action[] = [
  ...bookmarking,
  {
    name: "switch",
    label: () => t("findChannel"),
    icon: "search",
    keys: "Mod+K",
    enabled: inTeam,
    perform: () => setDialog(dialog()?.kind === "switcher" ? undefined : { kind: "switcher" }),
  },
  {
    name: "search",
    label: () => t("searchPosts"),
    icon: "search",
    keys: "Mod+Shift+F",
    enabled: inTeam,
    perform: () => setPanel({ kind: "search", terms: "", what: "posts" }),
  },
  {
    name: "searchHere",
    label: () => t("searchHere"),
    icon: "search",
    // The browser's own finds only what is drawn, a few screens of the channel.
    keys: "Mod+F",
    enabled: () => channel() !== undefined,
    perform: () => {
      const here = channel();
      if (here) searchIn(here);
    },
  },
  {
    name: "browse",
    label: () => t("browseChannels"),
    icon: "list",
    keys: "Mod+Shift+O",
    enabled: inTeam,
    perform: () => setDialog({ kind: "browse" }),
  },
  {
    name: "createChannel",
    label: () => t("createChannel"),
    icon: "hash",
    enabled: () =>
      inTeam() &&
      (may("create_public_channel", { teamId: team()?.id }) || may("create_private_channel", { teamId: team()?.id })),
    perform: () => setDialog({ kind: "createChannel" }),
  },
  {
    name: "createCategory",
    label: () => t("createCategory"),
    icon: "list",
    enabled: inTeam,
    perform: () => setDialog({ kind: "category" }),
  },
  {
    name: "direct",
    label: () => t("newMessage"),
    icon: "edit",
    keys: "Mod+Shift+K",
    enabled: inTeam,
    perform: () => setDialog({ kind: "direct" }),
  },
  {
    name: "inbox",
    label: () => t("inbox"),
    icon: "mail",
    keys: "Mod+Shift+U",
    enabled: inTeam,
    perform: () => {
      setSidebarOpen(false);
      go(`/${team()?.name}/inbox`);
    },
  },
  {
    name: "threads",
    label: () => t("threads"),
    icon: "thread",
    keys: "Mod+U",
    enabled: inTeam,
    perform: () => go(`/${team()?.name}/threads`),
  },
  {
    name: "nextThread",
    label: () => t("nextThread"),
    icon: "arrowDown",
    keys: "Alt+J",
    enabled: inThreads,
    perform: () => stepThread(1),
  },
  {
    name: "previousThread",
    label: () => t("previousThread"),
    icon: "arrowUp",
    keys: "Alt+K",
    enabled: inThreads,
    perform: () => stepThread(-1),
  },
  {
    name: "checklist",
    label: () => started("adminTitle"),
    icon: "flag",
    enabled: () => inTeam() && isAdmin(),
    perform: () => setDialog({ kind: "start" }),
  },
  {
    name: "tour",
    label: () => started("tour"),
    icon: "help",
    enabled: inTeam,
    perform: () => setTouring(true),
  },
  {
    name: "drafts",
    label: () => planned("draftsAndScheduled"),
    icon: "edit",
    keys: "Mod+Shift+D",
    enabled: inTeam,
    perform: () => {
      setSidebarOpen(false);
      go(`/${team()?.name}/drafts`);
    },
  },
  {
    name: "attach",
    label: () => t("attach"),
    icon: "paperclip",
    keys: "Mod+O",
    enabled: () => composing() !== undefined,
    perform: () => composing()?.attach(),
  },
  {
    name: "sendLater",
    label: () => planned("moreTimes"),
    icon: "clock",
    keys: "Mod+Shift+Enter",
    enabled: () => canSchedule() && (composing()?.ready() ?? false),
    perform: askWhen,
  },
  {
    name: "priority",
    label: () => planned("priorityTitle"),
    icon: "flag",
    keys: "Mod+Alt+P",
    enabled: () => canPrioritise() && composing()?.isReply === false,
    perform: () => setDialog({ kind: "priority" }),
  },
  {
    name: "mentions",
    label: () => t("mentions"),
    icon: "at",
    keys: "Mod+Shift+M",
    enabled: inTeam,
    perform: () => setPanel(panel()?.kind === "mentions" ? undefined : { kind: "mentions" }),
  },
  {
    name: "saved",
    label: () => t("savedPosts"),
    icon: "bookmark",
    keys: "Mod+Shift+L",
    enabled: inTeam,
    perform: () => setPanel(panel()?.kind === "saved" ? undefined : { kind: "saved" }),
  },
  {
    name: "previousChannel",
    label: () => t("previousChannel"),
    keys: "Alt+ArrowUp",
    enabled: inTeam,
    perform: () => step(-1, always),
  },
  {
    name: "nextChannel",
    label: () => t("nextChannel"),
    keys: "Alt+ArrowDown",
    enabled: inTeam,
    perform: () => step(1, always),
  },
  {
    name: "previousUnread",
    label: () => t("previousUnread"),
    keys: "Alt+Shift+ArrowUp",
    enabled: inTeam,
    perform: () => step(-1, isUnread),
  },
  {
    name: "nextUnread",
    label: () => t("nextUnread"),
    keys: "Alt+Shift+ArrowDown",
    enabled: inTeam,
    perform: () => step(1, isUnread),
  },
  ...teamSteps,
  ...presences,
  {
    name: "members",
    label: () => t("members"),
    icon: "people",
    keys: "Mod+Alt+I",
    enabled: () => channel() !== undefined,
    perform: () => {
      const id = channel()?.id;
      if (id) setPanel(panel()?.kind === "members" ? undefined : { kind: "members", channelId: id });
    },
  },
  {
    name: "nextRegion",
    label: () => t("nextRegion"),
    keys: "F6",
    enabled: inTeam,
    perform: () => goRound(1),
  },
  {
    name: "previousRegion",
    label: () => t("previousRegion"),
    keys: "Shift+F6",
    enabled: inTeam,
    perform: () => goRound(-1),
  },
  {
    name: "readEverything",
    label: () => t("readEverything"),
    icon: "check",
    keys: "Shift+Escape",
    enabled: inTeam,
    // Counts come back with the next load when the server could not be told.
    perform: () => void readEverything().catch(() => undefined),
  },
  {
    name: "sidebar",
    label: () => t("toggleSidebar"),
    icon: "menu",
    keys: "Mod+.",
    enabled: inTeam,
    perform: () => setSidebarOpen(!sidebarOpen()),
  },
  {
    name: "closePanel",
    label: () => t("closePanel"),
    keys: "Escape",
    enabled: () => panel() !== undefined && dialog() === undefined,
    perform: () => setPanel(undefined),
  },
  {
    name: "customEmoji",
    label: () => gathered("customEmoji"),
    icon: "smile",
    enabled: () => config().EnableCustomEmoji === "true",
    perform: () => setDialog({ kind: "customEmoji" }),
  },
  {
    name: "groups",
    label: () => gathered("groups"),
    icon: "people",
    enabled: hasGroups,
    perform: () => setDialog({ kind: "groups" }),
  },
  {
    name: "customStatus",
    label: () => t("setCustomStatus"),
    icon: "smile",
    enabled: () => config().EnableCustomUserStatuses === "true",
    perform: () => setDialog({ kind: "customStatus" }),
  },
  {
    name: "settings",
    label: () => t("settings"),
    icon: "settings",
    keys: "Mod+Shift+A",
    enabled: always,
    perform: () => setDialog({ kind: "settings" }),
  },
  {
    name: "shortcuts",
    label: () => t("shortcuts"),
    icon: "keyboard",
    keys: "Mod+/",
    enabled: always,
    perform: () => setDialog({ kind: "shortcuts" }),
  },
  { name: "teams", label: () => t("otherTeams"), icon: "people", enabled: always, perform: () => go("/select_team") },
  { name: "admin", label: () => t("systemConsole"), icon: "tools", enabled: isAdmin, perform: () => go("/admin") },
  {
    name: "signOut",
    label: () => t("signOut"),
    icon: "leave",
    enabled: always,
    perform: () => void signOut().catch(() => location.reload()),
  },
];

export const appAction = (name: string): Action => {
  const found = appActions.find((action) => action.name === name);
  if (!found) throw new Error(`no action is called ${name}`);
  return found;
};
