// Which windows are on the screen: those are caught up first, and what comes into them counts as read.
const shown = new Map<string, number>();

/** Says that a window is on the screen; returns what says that it is no more. */
export function show(key: string): () => void {
  shown.set(key, (shown.get(key) ?? 0) + 1);
  return () => {
    const left = (shown.get(key) ?? 1) - 1;
    if (left === 0) shown.delete(key);
    else shown.set(key, left);
  };
}

export const shownWindows = (): string[] => [...shown.keys()];
export const isShown = (key: string): boolean => shown.has(key);
