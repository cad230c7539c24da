// A floating part beside an anchor: in the top layer, so nothing clips it, and in the anchor's place of the document, so
// the reading order stays and a dialog around it does not make it inert.
//
// Closes on Escape, on a press outside, and when the anchor scrolls away. Gives the focus back unless it moved on.

import { createEffect, type JSX, onCleanup, onMount, Show } from "solid-js";
import { isRightToLeft } from "./direction";
import { place, type Side } from "./place";
import "./popover.css";

export interface PopoverProps {
  anchor: HTMLElement | DOMRect;
  side?: Side;
  align?: "start" | "center" | "end";
  onClose: () => void;
  children: JSX.Element;
  label: string;
  /** For what names it, as a field that controls it. */
  id?: string;
  role?: "dialog" | "menu" | "listbox";
  class?: string;
  /** Leaves the focus where it is, as suggestions under a text field need. */
  passive?: boolean;
}

export function Popover(props: PopoverProps) {
  let element!: HTMLDivElement;
  const before = document.activeElement;
  /** What in it has the focus, or had it when it was hidden. */
  let stood: HTMLElement | undefined;

  const move = () => {
    const anchor = props.anchor instanceof HTMLElement ? props.anchor.getBoundingClientRect() : props.anchor;
    const size = element.getBoundingClientRect();
    const at = place(
      anchor,
      size,
      { width: innerWidth, height: innerHeight },
      {
        side: props.side ?? "bottom",
        align: props.align ?? "start",
        gap: 6,
        rtl: isRightToLeft(),
      },
    );
    element.style.setProperty("transform", `translate(${Math.round(at.left)}px, ${Math.round(at.top)}px)`);
  };
  /** A list that puts its rows in another order takes what is open on one out of the page for a moment, which hides it. */
  const reopen = () => {
    element.showPopover();
    stood?.focus({ preventScroll: true });
  };
  const isHidden = () => "showPopover" in element && !element.matches(":popover-open");
  const outside = (event: PointerEvent) => {
    const target = event.target as Node;
    const onAnchor = props.anchor instanceof HTMLElement && props.anchor.contains(target);
    if (!element.contains(target) && !onAnchor) props.onClose();
  };
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    props.onClose();
  };

  onMount(() => {
    element.showPopover?.();
    move();
    if (!props.passive) {
      const first = element.querySelector<HTMLElement>("[autofocus], [data-first]") ?? element;
      first.focus({ preventScroll: true });
    }
    document.addEventListener("pointerdown", outside, true);
    document.addEventListener("keydown", onEscape, true);
    window.addEventListener("resize", move);
    const grown = new ResizeObserver(() => (isHidden() ? reopen() : move()));
    grown.observe(element);
    onCleanup(() => {
      grown.disconnect();
      document.removeEventListener("pointerdown", outside, true);
      document.removeEventListener("keydown", onEscape, true);
      window.removeEventListener("resize", move);
      const held = element.contains(document.activeElement) || document.activeElement === document.body;
      if (held && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    });
  });
  createEffect(() => {
    if (props.anchor) queueMicrotask(() => element.isConnected && move());
  });

  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: each of the roles it may have takes a name.
    <div
      ref={element}
      id={props.id}
      popover="manual"
      class={`popover ${props.class ?? ""}`}
      role={props.role ?? "dialog"}
      aria-label={props.label}
      tabindex={-1}
      onFocusIn={(event) => {
        stood = event.target as HTMLElement;
      }}
    >
      {props.children}
    </div>
  );
}

/** A button and what it opens. `trigger` gets the ref, the state and the press to put on its button. */
export function Opener(props: {
  trigger: (button: { ref: (element: HTMLElement) => void; open: () => boolean; toggle: () => void }) => JSX.Element;
  open: boolean;
  onOpen: (open: boolean) => void;
  children: (anchor: HTMLElement) => JSX.Element;
}) {
  let anchor!: HTMLElement;
  return (
    <>
      {props.trigger({
        ref: (element) => {
          anchor = element;
        },
        open: () => props.open,
        toggle: () => props.onOpen(!props.open),
      })}
      <Show when={props.open}>{props.children(anchor)}</Show>
    </>
  );
}
