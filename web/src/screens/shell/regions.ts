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
  { within: ".posts[data-shown] .posts-scroller, .shell-center .threads", first: [".post", "a, button"] },
  { within: ".shell-center .composer", first: ["textarea"] },
  { within: ".shell-center .plan-list", first: [".plan-card"] },
  { within: ".panel", first: ["textarea", "input", ".found .post", "[tabindex='0']", "button"] },
];

/** Gives the focus to the next part of the window, or to the one before. */
export function goRound(by: 1 | -1): void {
  const there = REGIONS.flatMap((region) => {
    const element = document.querySelector<HTMLElement>(region.within);
    return element && element.getClientRects().length > 0 ? [{ region, element }] : [];
  });
  const at = there.findIndex(({ element }) => element.contains(document.activeElement));
  const from = Math.max(at, by > 0 ? -1 : 0) + there.length;
  for (let step = 1; step <= there.length; step += 1) {
    const next = there[(from + by * step + there.length) % there.length];
    if (next && enter(next.element, next.region)) return;
  }
}

/** Whether there is something in it that takes the focus. */
function enter(element: HTMLElement, region: Region): boolean {
  for (const items of region.first) {
    const all = fromTop(element, items);
    // Reading begins at what was said last.
    const wanted = items === ".post" ? inSight(element, all, -1) : all[0];
    if (!wanted) continue;
    stand(wanted);
    return true;
  }
  return false;
}

/** For a screen that takes the place of the one with the focus: Tab goes on in the middle, not at the top of the page. */
export function takeUp(): void {
  if (document.activeElement === document.body) document.getElementById("center")?.focus({ preventScroll: true });
}
