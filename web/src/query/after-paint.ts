// What need not be done before the reader sees what was asked for: requests whose answers are shown beside it, and notes
// for the next visit.

/** Does the work once the frame that is being made is on the screen; at once where nothing is painted. */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === "visible") requestAnimationFrame(() => window.setTimeout(work));
  else work();
}
