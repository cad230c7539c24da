// The head of the sidebar: the team with what can be done in it, and what can be added.
import { createSignal, Show } from "solid-js";
import { item } from "../../actions/action";
import { appAction } from "../../actions/app";
import { leaveTeam } from "../../query/do";
import { savePreferences } from "../../query/load";
import { may, preference } from "../../query/world";
import { go } from "../../route";
import { Icon, Menu, MenuButton, type MenuItem } from "../../ui";
import { attempt } from "../channel/menu";
import { mayIntegrateAny } from "../manage/integration-rights";
import { ask, type DialogName, setDialog, team } from "../place";
import { t } from "../strings";

export function Head() {
  const [anchor, setAnchor] = createSignal<HTMLElement>();
  const addItems = () =>
    ["browse", "createChannel", "direct"]
      .map(appAction)
      .filter((action) => action.enabled())
      .map(item);
  return (
    <div class="sidebar-head">
      <button
        type="button"
        class="sidebar-team"
        aria-haspopup="menu"
        aria-expanded={anchor() ? "true" : "false"}
        onClick={(event) => setAnchor(anchor() ? undefined : event.currentTarget)}
      >
        <span>
          <bdi>{team()?.display_name}</bdi>
        </span>
        <Icon name="chevronDown" size="small" />
      </button>
      <Show when={anchor()}>
        {(element) => (
          <Menu anchor={element()} label={t("teamMenu")} items={teamItems()} onClose={() => setAnchor(undefined)} />
        )}
      </Show>
      <MenuButton
        size="small"
        icon="add"
        label={t("addChannels")}
        items={() => [...addItems(), { ...item(appAction("createCategory")), apart: true }]}
      />
    </div>
  );
}

function teamItems(): MenuItem[] {
  const opens = (kind: "invite" | "teamMembers" | "teamSettings" | "integrations") => () =>
    setDialog({ kind } satisfies DialogName);
  const mayHere = (...rights: string[]) => rights.some((right) => may(right, { teamId: team()?.id }));
  const items: MenuItem[] = [];
  if (mayHere("invite_user", "add_user_to_team")) {
    items.push({ label: t("invitePeople"), icon: "personAdd", perform: opens("invite") });
  }
  items.push({ label: t("teamMembers"), icon: "people", perform: opens("teamMembers") });
  if (mayHere("manage_team")) {
    items.push({ label: t("teamSettings"), icon: "settings", perform: opens("teamSettings") });
  }
  if (mayIntegrateAny(team()?.id)) {
    items.push({ label: t("integrations"), icon: "plug", perform: opens("integrations") });
  }
  return [
    ...items,
    ...["groups", "customEmoji"]
      .map(appAction)
      .filter((action) => action.enabled())
      .map((action, at) => ({ ...item(action), apart: at === 0 })),
    { ...item(appAction("readEverything")), apart: true },
    { ...item(appAction("teams")) },
    unreadFirstItem(),
    { label: t("leaveTeam"), icon: "leave", danger: true, apart: true, perform: leaveHere },
  ];
}

function leaveHere(): void {
  const here = team();
  if (!here) return;
  const leave = async () => {
    await leaveTeam(here.id);
    go("/", "replace");
  };
  ask({
    title: t("leaveTitle", { name: here.display_name }),
    text: t("leaveTeamText"),
    yes: t("leaveTeam"),
    perform: () => attempt(leave()),
  });
}

function unreadFirstItem(): MenuItem {
  const on = (preference("sidebar_settings", "show_unread_section") ?? "true") === "true";
  return {
    label: t("unreadFirst"),
    checked: on,
    apart: true,
    perform: () =>
      void savePreferences([{ category: "sidebar_settings", name: "show_unread_section", value: String(!on) }]),
  };
}
