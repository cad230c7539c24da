// Where a floating part goes: beside its anchor, flipped when there is no room, and inside the window.
//
// Pure arithmetic; popover, menu and tooltip call it and write the result as a transform.

export type Side = "top" | "bottom" | "start" | "end";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Room {
  readonly width: number;
  readonly height: number;
}

/** Between a floating part and the edge of the window, in pixels. */
const MARGIN = 8;

/** The top left corner for a part of `size` beside `anchor`. `start` and `end` follow the reading direction. */
export function place(
  anchor: Box,
  size: Room,
  window: Room,
  wanted: { side: Side; align: "start" | "center" | "end"; gap: number; rtl: boolean },
): { left: number; top: number; side: Side } {
  const side = fits(anchor, size, window, wanted) ? wanted.side : opposite(wanted.side);
  const startIsLeft = !wanted.rtl;
  const vertical = side === "top" || side === "bottom";
  let left: number;
  let top: number;
  if (vertical) {
    top = side === "bottom" ? anchor.top + anchor.height + wanted.gap : anchor.top - size.height - wanted.gap;
    const atLeft = (wanted.align === "start") === startIsLeft;
    if (wanted.align === "center") left = anchor.left + (anchor.width - size.width) / 2;
    else left = atLeft ? anchor.left : anchor.left + anchor.width - size.width;
  } else {
    const onLeft = (side === "start") === startIsLeft;
    left = onLeft ? anchor.left - size.width - wanted.gap : anchor.left + anchor.width + wanted.gap;
    if (wanted.align === "center") top = anchor.top + (anchor.height - size.height) / 2;
    else top = wanted.align === "start" ? anchor.top : anchor.top + anchor.height - size.height;
  }
  return { left: within(left, size.width, window.width), top: within(top, size.height, window.height), side };
}

function fits(anchor: Box, size: Room, window: Room, wanted: { side: Side; gap: number; rtl: boolean }): boolean {
  const need = wanted.gap + MARGIN;
  const before = { top: anchor.top, left: anchor.left };
  const after = { top: window.height - anchor.top - anchor.height, left: window.width - anchor.left - anchor.width };
  switch (wanted.side) {
    case "top":
      return before.top >= size.height + need || before.top >= after.top;
    case "bottom":
      return after.top >= size.height + need || after.top >= before.top;
    default: {
      const onLeft = (wanted.side === "start") !== wanted.rtl;
      const [room, other] = onLeft ? [before.left, after.left] : [after.left, before.left];
      return room >= size.width + need || room >= other;
    }
  }
}

function opposite(side: Side): Side {
  const sides = { top: "bottom", bottom: "top", start: "end", end: "start" } as const;
  return sides[side];
}

function within(from: number, length: number, room: number): number {
  return Math.max(MARGIN, Math.min(from, room - length - MARGIN));
}
