// What is known of followed threads after events were lost: nothing. A list of them that is shown keeps its rows until it
// has asked again, so that it is not empty meanwhile.
import { type Change, put } from "../state/tables";
import { store } from "./world";

let shown = 0;
/** Threads of which something may have been missed. */
let doubted: ReadonlySet<string> = new Set();

const without = (ids: Iterable<string>): Change[] => [...ids].map((id) => put("threads", id, undefined));

/** While a list is shown; returns what ends that. */
export function showThreads(): () => void {
  shown += 1;
  return () => {
    shown -= 1;
    if (shown === 0) store.commit(undoubted(new Set()));
  };
}

export function forgetThreads(): void {
  if (shown > 0) doubted = new Set(store.ids("threads"));
  else store.commit(without(store.ids("threads")));
}

/** The doubted ones that an answer does not have, as changes; none is doubted any more. */
export function undoubted(answered: ReadonlySet<string>): Change[] {
  const gone = [...doubted].filter((id) => !answered.has(id));
  doubted = new Set();
  return without(gone);
}
