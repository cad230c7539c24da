// Buttons: with words, and with an icon alone (which then must have a name).

import { type JSX, Show, splitProps } from "solid-js";
import { Icon, type IconName } from "./icon";
import { keyNames } from "./keys";
import { tooltip } from "./tooltip";
import "./button.css";

type Native = JSX.ButtonHTMLAttributes<HTMLButtonElement>;

export interface ButtonProps extends Native {
  /** `primary` once per screen, `danger` for what cannot be undone. */
  kind?: "plain" | "primary" | "danger" | "quiet";
  size?: "body" | "small";
  icon?: IconName;
  /** Work under way: the button stays focusable, says so, and cannot be pressed twice. */
  busy?: boolean;
}

export function Button(props: ButtonProps) {
  const [own, rest] = splitProps(props, ["kind", "size", "icon", "busy", "class", "children", "onClick"]);
  return (
    <button
      type="button"
      {...rest}
      class={`button ${own.class ?? ""}`}
      data-kind={own.kind ?? "plain"}
      data-size={own.size ?? "body"}
      aria-busy={own.busy ? "true" : undefined}
      aria-disabled={own.busy ? "true" : undefined}
      onClick={(event) => {
        if (own.busy) event.preventDefault();
        else call(own.onClick, event);
      }}
    >
      <Show when={own.icon}>{(name) => <Icon name={name()} size="small" />}</Show>
      {own.children}
    </button>
  );
}

export interface IconButtonProps extends Native {
  icon: IconName;
  /** Read out, and shown on hover and focus. */
  label: string;
  /** The keys that do the same, shown beside the label. */
  keys?: string;
  size?: "body" | "small";
  kind?: "quiet" | "danger";
}

export function IconButton(props: IconButtonProps) {
  const [own, rest] = splitProps(props, ["icon", "label", "keys", "size", "kind", "class", "ref"]);
  return (
    <button
      type="button"
      {...rest}
      ref={(element) => {
        tooltip(element, () => (own.keys ? `${own.label}  ${keyNames(own.keys).join(" ")}` : own.label));
        if (typeof own.ref === "function") own.ref(element);
      }}
      class={`icon-button ${own.class ?? ""}`}
      data-size={own.size ?? "body"}
      data-kind={own.kind ?? "quiet"}
      aria-label={own.label}
    >
      <Icon name={own.icon} size={own.size === "small" ? "small" : "body"} />
    </button>
  );
}

type Click = JSX.EventHandlerUnion<HTMLButtonElement, MouseEvent>;
type ClickEvent = Parameters<JSX.EventHandler<HTMLButtonElement, MouseEvent>>[0];

function call(handler: Click | undefined, event: ClickEvent): void {
  if (typeof handler === "function") handler(event);
  else if (handler) handler[0](handler[1], event);
}
