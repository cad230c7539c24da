// What can be done with a channel, as the items of its menus.

import { item } from "../../actions/action";
import { post, remove } from "../../net/rest";
import { closeConversation, leaveChannel, moveChannel, mute, star, viewChannel } from "../../query/do";
import { channelName, may, store } from "../../query/world";
import { go } from "../../route";
import { unreadOf } from "../../state/channels";
import { type MenuItem, toast } from "../../ui";
import type { Channel } from "../../wire.gen";
import { addActions } from "../bookmarks/add";
import { addressOfChannel, ask, channel, searchIn, setDialog, setPanel, team } from "../place";
import { isAlone, popOut } from "../shell/beside";
import { besides, byHand, othersFor } from "../shell/category";
import { t } from "../strings";
import { problemText } from "../task";

/** Runs a deed and says when it did not work. */
export function attempt(deed: Promise<unknown>): void {
  deed.catch((problem: unknown) => {
    toast({ text: problemText(problem), kind: "danger" });
  });
}

export function channelMenu(one: Channel): MenuItem[] {
  const inTeam = one.team_id !== "";
  const unread = unreadOf(one, store.get("members", one.id));
  const categories = store.get("categories", team()?.id ?? "")?.categories ?? [];
  const starred = categories.some((category) => category.type === "favorites" && category.channel_ids.includes(one.id));
  const items: MenuItem[] = [];
  if (unread.posts > 0) {
    items.push({ label: t("markRead"), icon: "check", perform: () => attempt(viewChannel(one.id)) });
  }
  items.push(
    {
      label: starred ? t("unstar") : t("star"),
      icon: "star",
      perform: () => attempt(star(team()?.id ?? "", one.id)),
    },
    {
      label: unread.muted ? t("unmute") : t("mute"),
      icon: unread.muted ? "bell" : "bellOff",
      perform: () => attempt(mute(one, !unread.muted)),
    },
    {
      label: t("notifications"),
      icon: "settings",
      perform: () => setDialog({ kind: "channelNotifications", channelId: one.id }),
    },
  );
  items.push(...moves(one));
  items.push(
    {
      label: t("members"),
      icon: "people",
      apart: true,
      perform: () => setPanel({ kind: "members", channelId: one.id }),
    },
    {
      label: t("openBeside"),
      icon: "beside",
      enabled: !isAlone,
      perform: () => setPanel({ kind: "channel", channelId: one.id }),
    },
    { label: t("openWindow"), icon: "external", perform: () => popOut(addressOfChannel(one), one.id) },
    { label: t("searchHere"), icon: "search", perform: () => searchIn(one) },
    { label: t("pinned"), icon: "pin", perform: () => setPanel({ kind: "pinned", channelId: one.id }) },
    { label: t("files"), icon: "file", perform: () => setPanel({ kind: "files", channelId: one.id }) },
    {
      label: t("copyLink"),
      icon: "link",
      perform: () => attempt(navigator.clipboard.writeText(location.origin + addressOfChannel(one))),
    },
  );
  const adding = addActions(one.id).filter((action) => action.enabled());
  items.push(...adding.map((action, at) => ({ ...item(action), apart: at === 0 })));
  if (inTeam) items.push(...ofTeam(one));
  else items.push({ label: t("closeConversation"), icon: "close", apart: true, perform: () => close(one) });
  return items;
}

function close(one: Channel): void {
  attempt(closeConversation(one));
  if (channel()?.id === one.id) go(`/${team()?.name}`);
}

/** Another place in the sidebar: one further up or down where the reader decides the order, or another category. */
function moves(one: Channel): MenuItem[] {
  const teamId = team()?.id ?? "";
  const categories = store.get("categories", teamId)?.categories ?? [];
  const items: MenuItem[] = [];
  const category = byHand(one.id, categories);
  if (category) {
    const { above, below } = besides(one.id, category, isShown);
    const before = (id: string, next: string) => attempt(moveChannel(teamId, id, category.id, next));
    items.push(
      { label: t("moveUp"), icon: "arrowUp", enabled: !!above, perform: () => above && before(one.id, above) },
      { label: t("moveDown"), icon: "arrowDown", enabled: !!below, perform: () => below && before(below, one.id) },
    );
  }
  if (othersFor(one, categories).length > 0) {
    items.push({
      label: t("moveToOther"),
      icon: "list",
      perform: () => setDialog({ kind: "moveChannel", channelId: one.id }),
    });
  }
  items.push({
    label: t("moveToNew"),
    icon: "add",
    perform: () => setDialog({ kind: "category", channelId: one.id }),
  });
  return items.map((each, at) => ({ ...each, apart: at === 0 }));
}

const isShown = (id: string): boolean =>
  store.get("channels", id)?.delete_at === 0 && store.get("members", id) !== undefined;

function ofTeam(one: Channel): MenuItem[] {
  const kind = one.type === "P" ? "private" : "public";
  const where = { channelId: one.id };
  const items: MenuItem[] = [];
  const isLive = one.delete_at === 0;
  if (isLive && may(`manage_${kind}_channel_properties`, where)) {
    items.push({
      label: t("editChannel"),
      icon: "edit",
      apart: true,
      perform: () => setDialog({ kind: "editChannel", channelId: one.id }),
    });
  }
  if (isLive && may(`manage_${kind}_channel_members`, where)) {
    items.push({
      label: t("addPeople"),
      icon: "personAdd",
      perform: () => setDialog({ kind: "addMembers", channelId: one.id }),
    });
  }
  if (one.name === "town-square") return items;
  const converts = one.type === "O" ? "convert_public_channel_to_private" : "convert_private_channel_to_public";
  if (isLive && may(converts, where)) {
    items.push({
      label: one.type === "O" ? t("makePrivate") : t("makePublic"),
      icon: one.type === "O" ? "lock" : "globe",
      perform: () => setDialog({ kind: "privacy", channel: one }),
    });
  }
  if (!isLive && may("manage_team", { teamId: one.team_id })) {
    items.push({
      label: t("unarchive"),
      icon: "archive",
      apart: true,
      perform: () => attempt(post(`/channels/${one.id}/restore`)),
    });
  }
  if (isLive && may(`delete_${kind}_channel`, where)) {
    items.push({
      label: t("archive"),
      icon: "archive",
      danger: true,
      apart: true,
      perform: () =>
        ask({
          title: t("archiveTitle", { name: channelName(one) }),
          text: t("archiveText"),
          yes: t("archive"),
          perform: () => attempt(remove(`/channels/${one.id}`)),
        }),
    });
  }
  items.push({
    label: t("leave"),
    icon: "leave",
    danger: true,
    perform: () => leave(one),
  });
  return items;
}

/** Who leaves a public channel can come back by himself. */
function leave(one: Channel): void {
  const perform = () => {
    attempt(leaveChannel(one));
    if (channel()?.id === one.id) go(`/${team()?.name}`);
  };
  if (one.type === "P") {
    ask({ title: t("leaveTitle", { name: channelName(one) }), text: t("leaveText"), yes: t("leave"), perform });
  } else perform();
}
