// What need not be done before the reader sees what was asked for: requests whose answers are shown beside it, and notes
// for the next visit.

/** Does the work once the frame that is being made is on the screen; at once where nothing is painted. */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === "visible") requestAnimationFrame(() => window.setTimeout(work));
  else work();
}

/** Who goes on sooner has only passed by. */
const STAY_MS = 150;

/** Does the work unless the reader has gone on; returns what gives it up. */
export function whenStaying(work: () => void): () => void {
  const timer = window.setTimeout(work, STAY_MS);
  return () => window.clearTimeout(timer);
}
