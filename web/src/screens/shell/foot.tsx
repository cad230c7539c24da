// The foot of the sidebar: oneself, the own status, and what is about oneself.
import { createSignal, Show } from "solid-js";
import { type Action, item } from "../../actions/action";
import { appAction } from "../../actions/app";
import { PRESENCES } from "../../actions/presences";
import { me, nameOf, store } from "../../query/world";
import { Avatar, IconButton, Menu, type MenuItem } from "../../ui";
import { customStatusOf } from "../people/status";
import { pictureOf, presenceOf } from "../pictures";
import { t } from "../strings";

/** Keeps the line's height. */
const NO_WORDS = "\u00a0";

export function Foot() {
  const [anchor, setAnchor] = createSignal<HTMLElement>();
  const status = () => store.row("statuses", store.me);
  /** Nothing until the server has greeted: whoever looks at the page is not gone. */
  const presence = () => (status() === undefined ? undefined : presenceOf(status()));
  const words = () => {
    const known = presence();
    return known ? t(`status_${known}`) : NO_WORDS;
  };
  const items = (): MenuItem[] => [
    ...PRESENCES.map((one) => ({ ...item(appAction(one)), checked: status() === one })),
    ...["customStatus", "settings", "shortcuts", "admin", "signOut"].flatMap((name, at) => {
      const action: Action = appAction(name);
      return action.enabled()
        ? [{ ...item(action), apart: at === 0 || name === "settings" || name === "signOut" }]
        : [];
    }),
  ];
  return (
    <div class="sidebar-foot">
      <button
        type="button"
        class="sidebar-me"
        aria-haspopup="menu"
        aria-expanded={anchor() ? "true" : "false"}
        onClick={(event) => setAnchor(anchor() ? undefined : event.currentTarget)}
      >
        <Avatar name={nameOf(me())} src={pictureOf(me())} presence={presence()} />
        <span class="sidebar-me-text">
          <strong>{nameOf(me())}</strong>
          <small>{customStatusOf(me())?.text || words()}</small>
        </span>
      </button>
      <Show when={anchor()}>
        {(element) => (
          <Menu
            anchor={element()}
            label={t("userMenu")}
            items={items()}
            side="top"
            onClose={() => setAnchor(undefined)}
          />
        )}
      </Show>
      <IconButton icon="settings" label={t("settings")} onClick={() => appAction("settings").perform()} />
    </div>
  );
}
