// Lists of the channels opened last, alive and hidden in the page: whoever comes back to one waits neither for its drawing
// nor for its layout.
import { type Accessor, createRoot, createSignal, getOwner, type JSX, onCleanup } from "solid-js";
import { afterPaint } from "../../query/after-paint";

/** More than anybody goes back and forth between; each is some twenty posts. */
const KEPT_MAX = 24;

interface Kept {
  readonly view: JSX.Element;
  readonly dispose: () => void;
}

/** What `make` made of the keys that were opened last, in the order in which they were first opened. */
export function createKept(make: (key: string) => JSX.Element): {
  readonly views: Accessor<JSX.Element[]>;
  readonly open: (key: string) => void;
} {
  const owner = getOwner();
  const kept = new Map<string, Kept>();
  const [views, setViews] = createSignal<JSX.Element[]>([]);
  const dropOldest = () => {
    const gone = new Set<JSX.Element>();
    for (const [key, { view, dispose }] of kept) {
      if (kept.size <= KEPT_MAX) break;
      kept.delete(key);
      dispose();
      gone.add(view);
    }
    setViews((before) => before.filter((view) => !gone.has(view)));
  };
  onCleanup(() => {
    for (const { dispose } of kept.values()) dispose();
    kept.clear();
  });
  const open = (key: string) => {
    const known = kept.get(key);
    const one = known ?? createRoot((dispose) => ({ view: make(key), dispose }), owner);
    kept.delete(key);
    kept.set(key, one);
    if (!known) setViews((before) => [...before, one.view]);
    if (kept.size > KEPT_MAX) afterPaint(dropOldest);
  };
  return { views, open };
}
