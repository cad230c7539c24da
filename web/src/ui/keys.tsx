// Keys as keycaps: `Mod+Shift+K` is ⌘⇧K on a Mac, and elsewhere Ctrl Shift K as keyboards of the language have it.

import { For } from "solid-js";
import { t } from "./strings";
import "./keys.css";

const MAC = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? "");
const MAC_NAMES: Record<string, string> = { Mod: "⌘", Ctrl: "⌃", Alt: "⌥", Shift: "⇧" };
const NAMES: Record<string, string> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Enter: "↵",
  Escape: "Esc",
};

const WORDED = { Mod: "keyCtrl", Shift: "keyShift", Delete: "keyDelete" } as const;

const isWorded = (key: string): key is keyof typeof WORDED => Object.hasOwn(WORDED, key);

export function keyNames(keys: string): string[] {
  // The sign that joins keys is one itself.
  if (keys === "+") return [keys];
  return keys
    .split("+")
    .map((key) => (MAC && MAC_NAMES[key]) || (isWorded(key) ? t(WORDED[key]) : (NAMES[key] ?? key)));
}

export function Keys(props: { keys: string }) {
  return (
    <span class="keys">
      <For each={keyNames(props.keys)}>{(key) => <kbd>{key}</kbd>}</For>
    </span>
  );
}
