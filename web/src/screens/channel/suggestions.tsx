// The list of suggestions above the text.
import { For, Match, Switch } from "solid-js";
import { Emoji } from "../../emoji/emoji";
import { store } from "../../query/world";
import { Avatar, Icon } from "../../ui";
import { pictureOf } from "../pictures";
import { t } from "../strings";
import type { Suggestion } from "./suggest";

export function Suggestions(props: {
  id: string;
  all: readonly Suggestion[];
  marked: number;
  onChoose: (one: Suggestion) => void;
  onMark: (at: number) => void;
}) {
  return (
    <div class="suggestions" id={props.id} role="listbox" aria-label={t("suggestions")}>
      <For each={props.all}>
        {(one, at) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text; aria-activedescendant names it.
          <div
            class="suggestion"
            id={`${props.id}-${at()}`}
            role="option"
            aria-selected={at() === props.marked}
            onPointerMove={() => props.onMark(at())}
            // Before the text loses the focus.
            onPointerDown={(event) => {
              event.preventDefault();
              props.onChoose(one);
            }}
          >
            <Switch>
              <Match when={one.kind === "person"}>
                <Avatar size="tiny" name={one.label.slice(1)} src={pictureOf(store.get("users", one.userId ?? ""))} />
              </Match>
              <Match when={one.kind === "everyone" || one.kind === "group"}>
                <Icon name="people" size="small" />
              </Match>
              <Match when={one.kind === "channel"}>
                <Icon name="hash" size="small" />
              </Match>
              <Match when={one.kind === "command"}>
                <Icon name="command" size="small" />
              </Match>
              <Match when={one.kind === "emoji"}>
                <Emoji name={one.key} />
              </Match>
            </Switch>
            <strong>{one.label}</strong>
            <small>{one.kind === "everyone" ? t("everyoneHere") : one.hint}</small>
          </div>
        )}
      </For>
    </div>
  );
}
