// The top of a panel.
import { type JSX, Show } from "solid-js";
import { IconButton } from "../../ui";
import { setPanel } from "../place";
import { t } from "../strings";

export function PanelHead(props: { title: string; hint?: string | undefined; children?: JSX.Element }) {
  return (
    <header class="panel-head">
      <h2>
        {props.title}
        <Show when={props.hint}>
          <small>{props.hint}</small>
        </Show>
      </h2>
      {props.children}
      <IconButton icon="close" label={t("closePanel")} onClick={() => setPanel(undefined)} />
    </header>
  );
}
