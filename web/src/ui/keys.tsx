// Keys as keycaps: `Mod+Shift+K` is ⌘⇧K on a Mac and Ctrl Shift K elsewhere.

import { For } from "solid-js";
import "./keys.css";

const MAC = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? "");
const MAC_NAMES: Record<string, string> = { Mod: "⌘", Ctrl: "⌃", Alt: "⌥", Shift: "⇧" };
const NAMES: Record<string, string> = {
  Mod: "Ctrl",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Enter: "↵",
  Escape: "Esc",
};

export function keyNames(keys: string): string[] {
  return keys.split("+").map((key) => (MAC && MAC_NAMES[key]) || (NAMES[key] ?? key));
}

export function Keys(props: { keys: string }) {
  return (
    <span class="keys">
      <For each={keyNames(props.keys)}>{(key) => <kbd>{key}</kbd>}</For>
    </span>
  );
}
