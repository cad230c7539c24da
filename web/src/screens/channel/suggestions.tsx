// The list of suggestions above the text.
import { For, Match, Switch } from "solid-js";
import { Emoji } from "../../emoji/emoji";
import { store } from "../../query/world";
import { Avatar, Icon, Popover } from "../../ui";
import { pictureOf } from "../pictures";
import { t } from "../strings";
import type { Suggesting } from "./suggesting";

/** The list as a part of what it stands in. */
export function Suggestions(props: { of: Suggesting }) {
  return (
    <div class="suggestions" id={props.of.id} role="listbox" aria-label={t("suggestions")}>
      <Offered of={props.of} />
    </div>
  );
}

/** The list where what is around it would cut it off: above everything, beside its field. */
export function FloatingSuggestions(props: { of: Suggesting; anchor: HTMLElement }) {
  return (
    <Popover
      passive
      anchor={props.anchor}
      side="top"
      role="listbox"
      id={props.of.id}
      class="suggestions-apart"
      label={t("suggestions")}
      onClose={props.of.stop}
    >
      <Offered of={props.of} />
    </Popover>
  );
}

function Offered(props: { of: Suggesting }) {
  return (
    <For each={props.of.offered()}>
      {(one, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text; aria-activedescendant names it.
        <div
          class="suggestion"
          id={`${props.of.id}-${at()}`}
          role="option"
          aria-selected={at() === props.of.marked()}
          onPointerMove={() => props.of.mark(at())}
          // Before the text loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            props.of.choose(one);
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
          <strong>
            <bdi>{one.label}</bdi>
          </strong>
          <small>{one.kind === "everyone" ? t("everyoneHere") : one.hint}</small>
        </div>
      )}
    </For>
  );
}
