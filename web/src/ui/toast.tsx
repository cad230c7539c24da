// Toasts: short answers to what the user did. At most a few at once, the oldest gives way.
//
// The live region is in the page before the first toast, or screen readers would not read it. Pointing at a toast or
// focusing it keeps it; one with a button stays until it is answered.

import { createSignal, For, Show } from "solid-js";
import { Button, IconButton } from "./button";
import { Icon, type IconName } from "./icon";
import { t } from "./strings";
import "./toast.css";

const TOASTS_MAX = 3;
/** Time to read a line, and half as much again for slow readers. */
const SHOWN_MS = 6_000;

export interface Toast {
  readonly text: string;
  readonly kind?: "plain" | "success" | "danger";
  readonly action?: { readonly label: string; readonly perform: () => void };
}

type Shown = Toast & { readonly id: number };

const [toasts, setToasts] = createSignal<readonly Shown[]>([]);
const timers = new Map<number, number>();
let last = 0;

export function toast(shown: Toast | string): void {
  const one: Shown = { ...(typeof shown === "string" ? { text: shown } : shown), id: ++last };
  setToasts([...toasts().slice(1 - TOASTS_MAX), one]);
  if (!one.action) expire(one.id);
}

export function dismiss(id: number): void {
  window.clearTimeout(timers.get(id));
  timers.delete(id);
  setToasts(toasts().filter((one) => one.id !== id));
}

function expire(id: number): void {
  timers.set(
    id,
    window.setTimeout(() => dismiss(id), SHOWN_MS),
  );
}

function hold(id: number): void {
  window.clearTimeout(timers.get(id));
}

const ICON: Record<NonNullable<Toast["kind"]>, IconName> = { plain: "info", success: "check", danger: "warning" };

/** Where toasts appear; once, at the root of the page. */
export function Toasts() {
  return (
    <section class="toasts" aria-label={t("notifications")} aria-live="polite" aria-relevant="additions">
      <For each={toasts()}>
        {(one) => (
          <div
            class="toast"
            data-kind={one.kind ?? "plain"}
            onPointerEnter={() => hold(one.id)}
            onPointerLeave={() => !one.action && expire(one.id)}
            onFocusIn={() => hold(one.id)}
            onFocusOut={() => !one.action && expire(one.id)}
          >
            <Icon name={ICON[one.kind ?? "plain"]} size="small" />
            <span>{one.text}</span>
            <Show when={one.action}>
              {(action) => (
                <Button
                  size="small"
                  kind="quiet"
                  onClick={() => {
                    dismiss(one.id);
                    action().perform();
                  }}
                >
                  {action().label}
                </Button>
              )}
            </Show>
            <IconButton size="small" icon="close" label={t("dismiss")} onClick={() => dismiss(one.id)} />
          </div>
        )}
      </For>
    </section>
  );
}
