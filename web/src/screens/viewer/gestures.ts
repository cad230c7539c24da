// What hands do on a picture: a wheel, a drag, two fingers that part, a swipe. It refuses to know what follows from them.
import type { Point } from "./zoom";

export interface Gestures {
  /** Nearer, or further for factors under 1; the point is where the hand is, from the middle of the element. */
  readonly onZoom: (factor: number, at: Point) => void;
  readonly onPan: (by: Point) => void;
  /** To the next picture, or back, or away. Only fingers swipe, and only where nothing can be panned. */
  readonly onSwipe: (to: "start" | "end" | "down") => void;
  readonly onDouble: (at: Point) => void;
  readonly canPan: () => boolean;
}

/** A wheel's notch, about 100 px, is a fifth nearer. */
const WHEEL_RATE = 0.002;
/** A pad tells a pinch as a wheel with Ctrl, in small numbers. */
const PINCH_RATE = 0.012;
const LINE_PX = 20;
const SWIPE_PX = 60;

const between = (a: Point, b: Point): number => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Listens on the element. Returns what ends it. */
export function gestures(element: HTMLElement, on: Gestures): () => void {
  const fingers = new Map<number, Point>();
  let from: Point | undefined;
  const fromMiddle = ({ x, y }: Point): Point => {
    const box = element.getBoundingClientRect();
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
  };
  const pointOf = (event: MouseEvent): Point => ({ x: event.clientX, y: event.clientY });

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const px = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1);
    on.onZoom(Math.exp(-px * (event.ctrlKey ? PINCH_RATE : WHEEL_RATE)), fromMiddle(pointOf(event)));
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, pointOf(event));
    from = fingers.size === 1 && event.pointerType === "touch" && !on.canPan() ? pointOf(event) : undefined;
  };
  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, now);
    if (other) on.onZoom(between(now, other) / between(before, other), fromMiddle(middle(now, other)));
    else on.onPan({ x: now.x - before.x, y: now.y - before.y });
  };
  const up = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId) || !from || event.type === "pointercancel") return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    from = undefined;
    if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > 2 * Math.abs(dy)) on.onSwipe(dx < 0 ? "end" : "start");
    else if (dy > 2 * SWIPE_PX && dy > 2 * Math.abs(dx)) on.onSwipe("down");
  };
  const double = (event: MouseEvent) => on.onDouble(fromMiddle(pointOf(event)));

  element.addEventListener("wheel", wheel, { passive: false });
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("dblclick", double);
  return () => {
    element.removeEventListener("wheel", wheel);
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", up);
    element.removeEventListener("dblclick", double);
  };
}
