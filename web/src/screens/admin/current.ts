// Names of sections stand in a row that scrolls on a phone, and in a column that scrolls elsewhere.
import { createEffect, on } from "solid-js";

/** Shows the section that is open, whenever that is another. */
export function keepCurrentInSight(nav: () => HTMLElement | undefined, open: () => unknown): void {
  const show = () => nav()?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  createEffect(on(open, () => queueMicrotask(show)));
}
