// What a person can do, as objects: menus, keys, the palette and the list of shortcuts all read the same ones.
import type { IconName } from "../ui";

export interface Action {
  readonly name: string;
  readonly label: () => string;
  readonly icon?: IconName;
  /** As `Mod+Shift+K`; `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
  readonly keys?: string;
  readonly enabled: () => boolean;
  readonly perform: () => void;
}

/** An action as an item of a menu. */
export const item = (action: Action) => ({
  label: action.label(),
  icon: action.icon,
  keys: action.keys,
  enabled: action.enabled(),
  perform: action.perform,
});

const MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys of an event, written as actions write theirs. */
export function keysOf(event: KeyboardEvent): string {
  const mod = MAC ? event.metaKey : event.ctrlKey;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const parts = [mod && "Mod", event.altKey && "Alt", event.shiftKey && "Shift", key];
  return parts.filter(Boolean).join("+");
}

/** Runs the enabled action whose keys were pressed; whether there was one. */
export function runKeys(actions: readonly Action[], event: KeyboardEvent): boolean {
  const pressed = keysOf(event);
  const found = actions.find((action) => action.keys === pressed && action.enabled());
  if (!found) return false;
  event.preventDefault();
  found.perform();
  return true;
}
