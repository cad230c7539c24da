// A menu of actions: arrow keys, Home and End, typing finds, Enter does, Escape closes.
//
// An item has the shape of a user action (label, keys, enabled, perform), so that menus, shortcuts and the palette share
// one object.

import { createSignal, For, type JSX, Show, untrack } from "solid-js";
import { IconButton } from "./button";
import { Icon, type IconName } from "./icon";
import { Keys } from "./keys";
import type { Side } from "./place";
import { Opener, Popover } from "./popover";
import "./menu.css";

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName | undefined;
  readonly hint?: string | undefined;
  readonly keys?: string | undefined;
  readonly danger?: boolean | undefined;
  /** Present makes it a choice that is on or off. */
  readonly checked?: boolean | undefined;
  readonly enabled?: boolean | undefined;
  /** Draws a line above. */
  readonly apart?: boolean | undefined;
  readonly perform: () => void;
}

/** Letters typed within this belong to one search. */
const TYPEAHEAD_MS = 700;

export function Menu(props: {
  anchor: HTMLElement | DOMRect;
  label: string;
  items: readonly MenuItem[];
  onClose: () => void;
  side?: Side;
  align?: "start" | "end";
}) {
  let list!: HTMLDivElement;
  let typed = "";
  let typedAt = 0;
  // As it was opened: what changes meanwhile takes no item away from under the finger and the focus.
  const items = untrack(() => props.items);

  const buttons = () => [...list.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
  const step = (by: number) => {
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    all[(at + by + all.length) % all.length]?.focus();
  };
  const find = (letter: string, at: number) => {
    typed = at - typedAt < TYPEAHEAD_MS ? typed + letter : letter;
    typedAt = at;
    const all = buttons();
    const from = all.indexOf(document.activeElement as HTMLButtonElement) + (typed.length === 1 ? 1 : 0);
    const order = [...all.slice(from), ...all.slice(0, from)];
    order.find((one) => one.dataset.label?.toLowerCase().startsWith(typed))?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Home: () => buttons()[0]?.focus(),
      End: () => buttons().at(-1)?.focus(),
      Tab: () => props.onClose(),
    };
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      move();
    } else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      find(event.key.toLowerCase(), event.timeStamp);
    }
  };

  return (
    <Popover
      anchor={props.anchor}
      label={props.label}
      role="menu"
      side={props.side ?? "bottom"}
      align={props.align ?? "start"}
      onClose={props.onClose}
      class="menu"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the menu around it bubble through here. */}
      <div ref={list} onKeyDown={onKeyDown} role="presentation">
        <For each={items}>
          {(item, at) => (
            <>
              <Show when={item.apart && at() > 0}>
                <hr />
              </Show>
              {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: aria-checked is set for checkbox items only. */}
              <button
                type="button"
                role={item.checked === undefined ? "menuitem" : "menuitemcheckbox"}
                aria-checked={item.checked}
                class="menu-item"
                data-danger={item.danger ? "true" : undefined}
                data-label={item.label}
                data-first={at() === 0 ? "true" : undefined}
                disabled={item.enabled === false}
                tabindex={-1}
                onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
                onClick={() => {
                  props.onClose();
                  item.perform();
                }}
              >
                <Show when={item.icon} fallback={<span class="menu-gap" />}>
                  {(name) => <Icon name={name()} size="small" />}
                </Show>
                <span class="menu-label">
                  {item.label}
                  <Show when={item.hint}>{(hint) => <small>{hint()}</small>}</Show>
                </span>
                <Show when={item.checked}>
                  <Icon name="check" size="small" />
                </Show>
                <Show when={item.keys}>{(keys) => <Keys keys={keys()} />}</Show>
              </button>
            </>
          )}
        </For>
      </div>
    </Popover>
  );
}

/** An icon button that opens a menu. `items` is asked for when it opens. */
export function MenuButton(props: {
  label: string;
  icon?: IconName;
  size?: "body" | "small";
  items: () => readonly MenuItem[];
  align?: "start" | "end";
  side?: Side;
  class?: string;
  /** Drawn instead of the icon. */
  children?: (button: { ref: (element: HTMLElement) => void; open: () => boolean; toggle: () => void }) => JSX.Element;
}) {
  const [open, setOpen] = createSignal(false);
  return (
    <Opener
      open={open()}
      onOpen={setOpen}
      trigger={(button) =>
        props.children?.(button) ?? (
          <IconButton
            ref={button.ref}
            class={props.class ?? ""}
            icon={props.icon ?? "more"}
            size={props.size ?? "body"}
            label={props.label}
            aria-haspopup="menu"
            aria-expanded={button.open()}
            onClick={button.toggle}
          />
        )
      }
    >
      {(anchor) => (
        <Menu
          anchor={anchor}
          label={props.label}
          items={untrack(() => props.items())}
          align={props.align ?? "start"}
          side={props.side ?? "bottom"}
          onClose={() => setOpen(false)}
        />
      )}
    </Opener>
  );
}
