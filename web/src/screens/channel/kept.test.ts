// What is kept of lists: the same again for a while, and nothing of what is dropped goes on.
import { createRoot, onCleanup } from "solid-js";
import { expect, it, vi } from "vitest";
import { createKept } from "./kept";

vi.mock("../../query/after-paint", () => ({ afterPaint: (work: () => void) => work() }));

it("keeps what was made, drops the one opened longest ago, and ends with its owner", () => {
  const ended: string[] = [];
  createRoot((dispose) => {
    const { views, open } = createKept((key) => {
      onCleanup(() => ended.push(key));
      return key;
    });
    for (let at = 0; at < 24; at += 1) open(String(at));
    const before = views();
    open("0");
    expect(views()).toBe(before);
    open("24");
    expect(ended).toEqual(["1"]);
    expect(views()).toEqual([...before.filter((key) => key !== "1"), "24"]);
    dispose();
  });
  expect(ended.length).toBe(25);
});
