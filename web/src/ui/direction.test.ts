import { afterEach, expect, it } from "vitest";
import { along, arrows } from "./direction";

afterEach(() => {
  document.documentElement.dir = "ltr";
});

it("leads on where the text goes", () => {
  expect(["ArrowRight", "ArrowLeft", "Enter"].map(along)).toEqual([1, -1, 0]);
  document.documentElement.dir = "rtl";
  expect(["ArrowRight", "ArrowLeft", "Enter"].map(along)).toEqual([-1, 1, 0]);
  expect(arrows()).toEqual({ on: "ArrowLeft", back: "ArrowRight" });
});
