// The bar above what is no channel of mine: on a phone it leads to the sidebar, which stands beside it elsewhere.
import { Show } from "solid-js";
import { IconButton } from "../../ui";
import { setSidebarOpen, team } from "../place";
import { t } from "../strings";
import "./find.css";

export function Bar() {
  return (
    <Show when={team()}>
      <header class="find-bar">
        <IconButton icon="menu" label={t("openSidebar")} onClick={() => setSidebarOpen(true)} />
      </header>
    </Show>
  );
}
