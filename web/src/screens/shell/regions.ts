// The parts of the window that F6 goes round: teams, channels, the messages, where to write, the panel.
import { fromTop, inSight, stand } from "../../ui/walk";

interface Region {
  /** What it is made of. */
  readonly within: string;
  /** What takes the focus in it: the first of these that is there. */
  readonly first: readonly string[];
}

const REGIONS: readonly Region[] = [
  { within: ".rail", first: ["[aria-current]", "button"] },
  { within: ".sidebar", first: [".sidebar-list [aria-current]", ".sidebar-list a", "button"] },
  { within: ".shell-center .posts-scroller, .shell-center .threads", first: [".post", "a, button"] },
  { within: ".shell-center .composer", first: ["textarea"] },
  { within: ".panel", first: ["textarea", "input", "[tabindex='0']", "button"] },
];

/** Gives the focus to the next part of the window, or to the one before. */
export function goRound(by: 1 | -1): void {
  const there = REGIONS.flatMap((region) => {
    const element = document.querySelector<HTMLElement>(region.within);
    return element && element.getClientRects().length > 0 ? [{ region, element }] : [];
  });
  const at = there.findIndex(({ element }) => element.contains(document.activeElement));
  const next = there[(Math.max(at, by > 0 ? -1 : 0) + by + there.length) % there.length];
  if (next) enter(next.element, next.region);
}

function enter(element: HTMLElement, region: Region): void {
  for (const items of region.first) {
    const all = fromTop(element, items);
    // Reading begins at what was said last.
    const wanted = items === ".post" ? inSight(element, all, -1) : all[0];
    if (!wanted) continue;
    stand(wanted);
    return;
  }
}
