import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitted, isCut, isNear, panned, type Size, zoomed } from "./zoom";

const ROOM: Size = { width: 1000, height: 600 };
const TALL: Size = { width: 500, height: 3000 };
const MIDDLE = { x: 0, y: 0 };

describe("a picture in the viewer", () => {
  it("is seen whole at first, and is not blown up", () => {
    expect(fitted(TALL, ROOM).scale).toBe(0.2);
    expect(fitted({ width: 64, height: 64 }, ROOM).scale).toBe(1);
  });

  it("keeps what is under the pointer there", () => {
    const near = zoomed(fitted(TALL, ROOM), 10, { x: 0, y: 150 }, TALL, ROOM);
    expect(near).toEqual({ scale: 2, x: 0, y: -1350 });
  });

  it("is no smaller than the room and no larger than one can use", () => {
    const whole = fitted(TALL, ROOM);
    expect(zoomed(whole, 0.1, MIDDLE, TALL, ROOM)).toEqual(whole);
    expect(zoomed(whole, 1_000, MIDDLE, TALL, ROOM).scale).toBe(8);
  });

  it("is moved no further than to its edge", () => {
    const original = zoomed(fitted(TALL, ROOM), 5, MIDDLE, TALL, ROOM);
    expect(panned(original, { x: 900, y: 9_000 }, TALL, ROOM)).toEqual({ scale: 1, x: 0, y: 1200 });
  });

  it("shows no room beside it where it is larger, whatever is done", () => {
    const side = fc.integer({ min: 1, max: 8_000 });
    const step = fc.record({
      factor: fc.double({ min: 0.05, max: 20, noNaN: true }),
      x: fc.integer({ min: -2_000, max: 2_000 }),
      y: fc.integer({ min: -2_000, max: 2_000 }),
    });
    fc.assert(
      fc.property(side, side, fc.array(step, { maxLength: 8 }), (width, height, steps) => {
        const picture = { width, height };
        let view = fitted(picture, ROOM);
        for (const one of steps)
          view = panned(zoomed(view, one.factor, one, picture, ROOM), { x: one.y, y: one.x }, picture, ROOM);
        expect(Math.abs(view.x)).toBeLessThanOrEqual(Math.max(0, (width * view.scale - ROOM.width) / 2) + 1e-6);
        expect(Math.abs(view.y)).toBeLessThanOrEqual(Math.max(0, (height * view.scale - ROOM.height) / 2) + 1e-6);
      }),
    );
  });

  it("knows when a part of it is out of sight", () => {
    const whole = fitted(TALL, ROOM);
    expect([isCut(whole, TALL, ROOM), isNear(whole, TALL, ROOM)]).toEqual([false, false]);
    const near = zoomed(whole, 2, MIDDLE, TALL, ROOM);
    expect([isCut(near, TALL, ROOM), isNear(near, TALL, ROOM)]).toEqual([true, true]);
  });
});
