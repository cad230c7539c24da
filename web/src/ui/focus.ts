// The focus of a list whose items go: whoever takes away the item that has it goes on with the one in its place.
import { createComputed, createEffect, on } from "solid-js";
import { fromTop, stand } from "./walk";

/** `items` are what of `list` takes the focus; `rows` is what they are drawn from. Without any left `otherwise` is called. */
export function passFocusOn(part: {
  readonly rows: () => unknown;
  readonly list: () => HTMLElement | undefined;
  readonly items: string;
  readonly otherwise: () => void;
}): void {
  /** Which of the items has the focus; the one after the last where it is on something else in the list. */
  const place = (list: HTMLElement): number => {
    const all = fromTop(list, part.items);
    const at = all.findIndex((one) => one.contains(document.activeElement));
    return at < 0 ? all.length : at;
  };
  let at: number | undefined;
  // Before the page has lost what goes.
  createComputed(
    on(part.rows, () => {
      const list = part.list();
      at = list?.contains(document.activeElement) ? place(list) : undefined;
    }),
  );
  createEffect(
    on(
      part.rows,
      () => {
        const list = part.list();
        if (at === undefined || !list || document.activeElement !== document.body) return;
        const left = fromTop(list, part.items);
        const next = left[Math.min(at, left.length - 1)];
        if (next) stand(next);
        else part.otherwise();
      },
      { defer: true },
    ),
  );
}
