// Those who follow what the server tells beside the store, as they keep what the store lets go.
import type { WireEvent } from "../net/events";

const listeners = new Set<(event: WireEvent) => void>();

/** Tells of every event, after it was applied; returns what ends that. */
export function hear(listener: (event: WireEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function heard(event: WireEvent): void {
  for (const listener of listeners) listener(event);
}
