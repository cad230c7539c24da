// The edge of the panel: arrows move it the way that they point, within what leaves room for the channel.
import { cleanup, render } from "@solidjs/testing-library";
import { afterEach, expect, it } from "vitest";
import { Edge, width } from "./width";

afterEach(() => {
  cleanup();
  document.documentElement.dir = "ltr";
});

const press = (key: string, times = 1) => {
  const panel = { getBoundingClientRect: () => ({ width: width() ?? 416 }) } as HTMLElement;
  const { getByRole } = render(() => <Edge of={() => panel} />);
  for (let at = 0; at < times; at += 1)
    getByRole("separator").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  cleanup();
};

it("goes the way the arrow points, in either direction of text", () => {
  expect(width()).toBeUndefined();
  press("ArrowLeft");
  expect(width()).toBe(440);
  press("ArrowRight");
  expect(width()).toBe(416);
  document.documentElement.dir = "rtl";
  press("ArrowRight");
  expect(width()).toBe(440);
});

it("never becomes too narrow, nor takes the room of the channel", () => {
  press("ArrowRight", 40);
  expect(width()).toBe(320);
  press("ArrowLeft", 80);
  expect(width()).toBe(Math.max(320, window.innerWidth - 560));
});
