// The button that gives what is in the panel a window of its own.
import { Show } from "solid-js";
import { IconButton } from "../../ui";
import { setPanel } from "../place";
import { isAlone, popOut } from "../shell/beside";
import { t } from "../strings";

export function PopOut(props: { path: string; name: string }) {
  const open = () => {
    popOut(props.path, props.name);
    setPanel(undefined);
  };
  return (
    <Show when={!isAlone}>
      <IconButton icon="external" label={t("openWindow")} onClick={open} />
    </Show>
  );
}
