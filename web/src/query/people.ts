// Users as they are needed: what is drawn asks for one at a time, and the requests of a moment travel as one.
import { loadStatuses, loadUsers } from "./load";
import { store } from "./world";

/** The rows of one paint ask within this. */
const GATHER_MS = 15;
/** Others' presence is not told by events, so it is asked for as often as people notice. */
const STATUS_MS = 45_000;
/** By then the first screen is drawn, and who is on it is known. */
const FIRST_STATUS_MS = 1_000;
/** People whose presence is on the screen; more than fit there are not asked for. */
const STATUS_MAX = 200;

const wanted = new Set<string>();
const seen = new Set<string>();
let timer: number | undefined;

/** Sees to it that a user is loaded soon, and kept fresh while shown. */
export function wantUser(id: string): void {
  if (id === "") return;
  seen.delete(id);
  seen.add(id);
  if (seen.size > STATUS_MAX) seen.delete(seen.values().next().value ?? "");
  if (store.get("users", id) || wanted.has(id)) return;
  wanted.add(id);
  if (timer !== undefined) return;
  timer = window.setTimeout(() => {
    timer = undefined;
    const ids = [...wanted];
    // Asked for again by whoever is drawn next, when this fails.
    loadUsers(ids)
      .catch(() => undefined)
      .finally(() => {
        for (const one of ids) wanted.delete(one);
      });
  }, GATHER_MS);
}

/** Whoever looks at one person wants to know whether they are there now. */
export function askPresence(id: string): void {
  if (id === "" || id === store.me) return;
  // What was known before stays shown when this fails.
  loadStatuses([id]).catch(() => undefined);
}

/** Keeps the presence of those on the screen fresh; returns what stops it. */
export function followStatuses(): () => void {
  const ask = () => {
    if (document.visibilityState !== "visible" || seen.size === 0) return;
    // The next round asks again.
    loadStatuses([...seen]).catch(() => undefined);
  };
  const interval = window.setInterval(ask, STATUS_MS);
  // What was kept of the last visit is old, and so is all that was said while nobody looked.
  const first = window.setTimeout(ask, FIRST_STATUS_MS);
  document.addEventListener("visibilitychange", ask);
  return () => {
    window.clearInterval(interval);
    window.clearTimeout(first);
    document.removeEventListener("visibilitychange", ask);
  };
}
