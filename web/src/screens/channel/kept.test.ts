// What is kept of lists: the same again for a while, and nothing of what is dropped goes on.
import { createRoot, onCleanup } from "solid-js";
import { expect, it, vi } from "vitest";
import { createKept } from "./kept";

vi.mock("../../query/after-paint", () => ({ afterPaint: (work: () => void) => work() }));

it("gives the same again, drops the one used longest ago, and ends with its owner", () => {
  const ended: string[] = [];
  createRoot((dispose) => {
    const list = createKept((key) => {
      onCleanup(() => ended.push(key));
      return document.createElement("div");
    });
    const first = list("0");
    for (let at = 1; at < 24; at += 1) list(String(at));
    expect(list("0")).toBe(first);
    list("24");
    expect(ended).toEqual(["1"]);
    expect(list("0")).toBe(first);
    dispose();
  });
  expect(ended.length).toBe(25);
});
