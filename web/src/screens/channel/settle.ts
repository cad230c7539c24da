// Where a list begins to be read: it is scrolled there, and held there until what is drawn has its true height. Heights
// are guesses until then, and pages that arrive meanwhile move every index.

/** What the list can be asked; virtua's handle can. */
export interface Scrollable {
  readonly scrollOffset: number;
  readonly scrollSize: number;
  readonly viewportSize: number;
  getItemOffset(index: number): number;
  scrollToIndex(index: number, options: { align: Align }): void;
}

export type Align = "start" | "center" | "end";
export interface Target {
  readonly index: number;
  readonly align: Align;
}

/** As many frames without any change, and the place is taken. */
const STILL_FRAMES = 3;
/** Something that moves for longer than this is left to move, as a picture that loads. */
const FRAMES_MAX = 90;
/** What a hand on the list does first. */
const HANDS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** Scrolls to what `find` names and calls `settled` once it stays there; returns what gives up. */
export function settle(
  list: Scrollable,
  scroller: HTMLElement,
  find: () => Target | undefined,
  settled: () => void,
): () => void {
  let frame = 0;
  let still = 0;
  let before = "";
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const hand of HANDS) scroller.removeEventListener(hand, done);
  };
  const done = () => {
    stop();
    settled();
  };
  // The field below takes room from the list when a draft with files comes to it.
  const where = ({ index }: Target) =>
    [index, Math.round(list.getItemOffset(index) - list.scrollOffset), list.scrollSize, list.viewportSize].join("/");
  const look = (left: number) => {
    const target = find();
    if (!target || left === 0) return done();
    const now = where(target);
    still = now === before ? still + 1 : 0;
    if (still >= STILL_FRAMES) return done();
    if (still === 0) list.scrollToIndex(target.index, { align: target.align });
    before = now;
    frame = requestAnimationFrame(() => look(left - 1));
  };
  for (const hand of HANDS) scroller.addEventListener(hand, done, { passive: true });
  look(FRAMES_MAX);
  return stop;
}
