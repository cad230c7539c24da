// Lists of the channels opened last, alive and out of the page: whoever comes back to one waits for no drawing.
import { createRoot, getOwner, type JSX, onCleanup } from "solid-js";
import { afterPaint } from "../../query/after-paint";

/** More than anybody goes back and forth between; each is some twenty posts. */
const KEPT_MAX = 24;

interface Kept {
  readonly view: JSX.Element;
  readonly dispose: () => void;
}

/** Gives what `make` makes of a key: the same again for one that was asked for a short while ago. */
export function createKept(make: (key: string) => JSX.Element): (key: string) => JSX.Element {
  const owner = getOwner();
  const kept = new Map<string, Kept>();
  const dropOldest = () => {
    for (const [key, { dispose }] of kept) {
      if (kept.size <= KEPT_MAX) break;
      kept.delete(key);
      dispose();
    }
  };
  onCleanup(() => {
    for (const { dispose } of kept.values()) dispose();
    kept.clear();
  });
  return (key) => {
    const one = kept.get(key) ?? createRoot((dispose) => ({ view: make(key), dispose }), owner);
    kept.delete(key);
    kept.set(key, one);
    if (kept.size > KEPT_MAX) afterPaint(dropOldest);
    return one.view;
  };
}
