// The top of a panel.
import { type JSX, Show } from "solid-js";
import { route } from "../../route";
import { IconButton } from "../../ui";
import { type Panel, panel, setPanel } from "../place";
import { t } from "../strings";

/** The list that the thread was opened from. */
function origin(): Panel | undefined {
  const now = panel();
  return now?.kind === "thread" ? now.from : undefined;
}

export function PanelHead(props: { title: string; hint?: string | undefined; children?: JSX.Element }) {
  return (
    <header class="panel-head">
      <Show when={origin()}>
        {(list) => <IconButton icon="back" label={t("back")} onClick={() => setPanel(list())} />}
      </Show>
      <h2>
        {props.title}
        <Show when={props.hint}>
          <small>{props.hint}</small>
        </Show>
      </h2>
      {props.children}
      {/* A thread that is the whole of its window is closed with it. */}
      <Show when={panel() || route().screen !== "thread"}>
        <IconButton icon="close" label={t("closePanel")} onClick={() => setPanel(undefined)} />
      </Show>
    </header>
  );
}
