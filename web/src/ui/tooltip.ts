// Tooltips: a name for what shows no words. One element for the whole page, moved to where it is needed.
//
// Shown on hover after a moment and on keyboard focus at once; Escape hides it (WCAG 1.4.13). The name itself is the
// button's `aria-label`, so the tooltip is hidden from screen readers.

import { onCleanup } from "solid-js";
import { isRightToLeft } from "./direction";
import { place } from "./place";
import "./tooltip.css";

/** Long enough that moving the pointer across a toolbar shows nothing. */
const HOVER_DELAY_MS = 450;
/** Once one was shown, the neighbours answer at once for this long. */
const WARM_MS = 600;

let bubble: HTMLElement | undefined;
let timer: number | undefined;
let owner: HTMLElement | undefined;
let hiddenAt = Number.NEGATIVE_INFINITY;

/** Gives `anchor` a tooltip; call inside a component, so that it goes with it. */
export function tooltip(anchor: HTMLElement, text: () => string): void {
  const enter = (event: PointerEvent) => {
    if (event.pointerType === "touch") return;
    window.clearTimeout(timer);
    const warm = event.timeStamp - hiddenAt < WARM_MS;
    timer = window.setTimeout(() => show(anchor, text()), warm ? 0 : HOVER_DELAY_MS);
  };
  const focus = () => {
    if (anchor.matches(":focus-visible")) show(anchor, text());
  };
  const leave = (event: Event) => hide(anchor, event.timeStamp);
  const key = (event: KeyboardEvent) => {
    // What was pressed says something else now, or stands elsewhere.
    if (event.key === "Escape" || event.key === "Enter" || event.key === " ") hide(anchor, event.timeStamp);
  };
  anchor.addEventListener("pointerenter", enter);
  anchor.addEventListener("pointerleave", leave);
  anchor.addEventListener("pointerdown", leave);
  anchor.addEventListener("focus", focus);
  anchor.addEventListener("blur", leave);
  anchor.addEventListener("keydown", key);
  onCleanup(() => hide(anchor, Number.NEGATIVE_INFINITY));
}

function show(anchor: HTMLElement, text: string): void {
  if (!anchor.isConnected) return;
  bubble ??= make();
  owner = anchor;
  bubble.textContent = text;
  bubble.dataset.shown = "true";
  // The top layer orders its parts by when they entered: the bubble enters again to be above a dialog.
  (anchor.closest("dialog") ?? document.body).append(bubble);
  bubble.showPopover?.();
  const size = bubble.getBoundingClientRect();
  const at = place(
    anchor.getBoundingClientRect(),
    size,
    { width: innerWidth, height: innerHeight },
    {
      side: "top",
      align: "center",
      gap: 6,
      rtl: isRightToLeft(),
    },
  );
  bubble.style.setProperty("transform", `translate(${Math.round(at.left)}px, ${Math.round(at.top)}px)`);
}

function hide(anchor: HTMLElement, at: number): void {
  window.clearTimeout(timer);
  if (owner !== anchor || !bubble) return;
  hiddenAt = at;
  owner = undefined;
  bubble.dataset.shown = "false";
  bubble.hidePopover?.();
}

function make(): HTMLElement {
  const made = document.createElement("div");
  made.className = "tooltip";
  made.popover = "manual";
  made.setAttribute("aria-hidden", "true");
  return made;
}
