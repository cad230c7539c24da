// Floating parts stay inside the window and flip where there is no room.

import { expect, it } from "vitest";
import { place } from "./place";

const ROOM = { width: 1000, height: 600 };
const SIZE = { width: 200, height: 100 };
const anchor = (left: number, top: number) => ({ left, top, width: 40, height: 20 });
const below = { side: "bottom", align: "start", gap: 6, rtl: false } as const;

it("goes below where there is room", () => {
  expect(place(anchor(100, 100), SIZE, ROOM, below)).toEqual({ left: 100, top: 126, side: "bottom" });
});

it("flips above at the lower edge", () => {
  expect(place(anchor(100, 560), SIZE, ROOM, below)).toEqual({ left: 100, top: 454, side: "top" });
});

it("moves in from the far edge", () => {
  expect(place(anchor(950, 100), SIZE, ROOM, below).left).toBe(792);
});

it("starts at the right when reading from right to left", () => {
  expect(place(anchor(500, 100), SIZE, ROOM, { ...below, rtl: true }).left).toBe(340);
});
