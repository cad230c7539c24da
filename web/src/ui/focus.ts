// The focus of a list whose items go: whoever takes away the item that has it goes on with the one in its place.
import { createComputed, createEffect, on } from "solid-js";
import { fromTop, stand } from "./walk";

/** `items` are what of `list` takes the focus, or has something `inner` that does; `rows` is what they are drawn from.
 * Without any left `otherwise` is called. */
export function passFocusOn(part: {
  readonly rows: () => unknown;
  readonly list: () => HTMLElement | undefined;
  readonly items: string;
  readonly inner?: string;
  readonly otherwise: () => void;
}): void {
  /** Which of the items has the focus; the one after the last where it is on something else in the list. */
  const place = (list: HTMLElement): number => {
    const all = fromTop(list, part.items);
    const at = all.findIndex((one) => one.contains(document.activeElement));
    return at < 0 ? all.length : at;
  };
  let had: { readonly one: HTMLElement; readonly at: number } | undefined;
  // Before the page has lost what goes.
  createComputed(
    on(part.rows, () => {
      const list = part.list();
      const one = document.activeElement as HTMLElement;
      had = list?.contains(one) ? { one, at: place(list) } : undefined;
    }),
  );
  createEffect(
    on(
      part.rows,
      () => {
        const list = part.list();
        if (!had || !list || document.activeElement !== document.body) return;
        if (had.one.isConnected) follow(had.one);
        if (document.activeElement === had.one) return;
        const left = fromTop(list, part.items);
        const next = left[Math.min(had.at, left.length - 1)];
        if (next) stand((part.inner && next.querySelector<HTMLElement>(part.inner)) || next);
        else part.otherwise();
      },
      { defer: true },
    ),
  );
}

/** A browser takes the focus from what it puts elsewhere in the page. Who came by mouse goes on where the mouse is. */
function follow(moved: HTMLElement): void {
  moved.focus({ preventScroll: true });
  if (moved.matches(":focus-visible")) moved.scrollIntoView({ block: "nearest" });
}
