// Buttons and menus that an integration puts under a post.
import { createSignal, For, Show } from "solid-js";
import { act } from "../../query/interactive";
import { Button } from "../../ui";
import type { ActionOption, Post, PostAction } from "../../wire.gen";
import { attempt } from "../channel/menu";
import { Choice } from "./choice";
import { sourceOf, textOf } from "./sources";
import { t } from "./strings";
import "./forms.css";

/** More than fit under a post are a form's business. */
const ACTIONS_MAX = 40;
/** The names that integrations know, as ours. */
const STYLES: Readonly<Record<string, string>> = {
  primary: "primary",
  good: "success",
  success: "success",
  warning: "warning",
  danger: "danger",
};

export function Actions(props: { post: Post; actions: readonly PostAction[] }) {
  const usable = () => props.actions.filter((one) => one.id && one.name).slice(0, ACTIONS_MAX);
  return (
    <Show when={usable().length > 0}>
      <div class="actions" role="group" aria-label={t("actions")}>
        <For each={usable()}>
          {(one) => (
            <Show when={one.type === "select"} fallback={<Press post={props.post} action={one} />}>
              <Menu post={props.post} action={one} />
            </Show>
          )}
        </For>
      </div>
    </Show>
  );
}

function Press(props: { post: Post; action: PostAction }) {
  const [busy, setBusy] = createSignal(false);
  const press = () => {
    setBusy(true);
    attempt(act(props.post, props.action).finally(() => setBusy(false)));
  };
  return (
    <Button
      size="small"
      class="action"
      data-style={STYLES[props.action.style ?? ""]}
      title={props.action.tooltip}
      disabled={props.action.disabled}
      busy={busy()}
      onClick={press}
    >
      {props.action.name}
    </Button>
  );
}

function Menu(props: { post: Post; action: PostAction }) {
  const first = props.action.default_option;
  const [chosen, setChosen] = createSignal<readonly ActionOption[]>(
    first ? [{ value: first, text: textOf(first, props.action.options) }] : [],
  );
  const choose = (options: readonly ActionOption[]) => {
    setChosen(options);
    const value = options[0]?.value;
    if (value) attempt(act(props.post, props.action, value));
  };
  return (
    <Choice
      label={props.action.name ?? ""}
      unlabelled
      placeholder={props.action.name}
      disabled={props.action.disabled ?? false}
      chosen={chosen()}
      source={sourceOf(props.action.data_source, props.action.options)}
      onChange={choose}
    />
  );
}
