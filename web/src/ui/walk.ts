// Arrow keys through a list whose items take the focus one at a time. Rows that are windowed come and go, so what there
// is to walk is asked for with each step.

/** Moves the focus to the item above or below the one that has it; whether there was one. A key that a menu within the list
 * has taken is no step. */
export function walk(event: KeyboardEvent, container: HTMLElement, items: string): boolean {
  const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (by === 0 || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    return false;
  const all = fromTop(container, items);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = at >= 0 ? all[at + by] : inSight(container, all, by);
  if (!next) return false;
  event.preventDefault();
  stand(next);
  return true;
}

/** Gives an item the focus, and brings it into sight by the shortest way. */
export function stand(item: HTMLElement): void {
  item.focus({ preventScroll: true });
  item.scrollIntoView({ block: "nearest" });
}

/** The first item in sight when going down, the last one when going up. */
export function inSight(container: HTMLElement, all: readonly HTMLElement[], by: number): HTMLElement | undefined {
  const { top, bottom } = container.getBoundingClientRect();
  const seen = all.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.bottom > top + 1 && box.top < bottom - 1;
  });
  return by > 0 ? seen[0] : seen.at(-1);
}

export function fromTop(container: HTMLElement, items: string): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(items)]
    .map((item) => ({ item, top: item.getBoundingClientRect().top }))
    .sort((a, b) => a.top - b.top)
    .map(({ item }) => item);
}
