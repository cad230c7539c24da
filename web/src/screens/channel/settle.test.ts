// Where reading begins holds while the list and what stands around it take their sizes.
import { expect, it } from "vitest";
import { settle } from "./settle";

const ROW_PX = 100;

/** A list of `rows` rows in a viewport that can be made smaller. */
function listOf(rows: number) {
  const list = {
    scrollOffset: 0,
    scrollSize: rows * ROW_PX,
    viewportSize: 400,
    getItemOffset: (index: number) => index * ROW_PX,
    scrollToIndex: (index: number) => {
      list.scrollOffset = (index + 1) * ROW_PX - list.viewportSize;
    },
  };
  return list;
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

it("is at the end when the field below grew meanwhile", async () => {
  const list = listOf(20);
  const settled = new Promise<void>((resolve) => {
    settle(list, document.createElement("div"), () => ({ index: 19, align: "end" }), resolve);
  });
  await nextFrame();
  list.viewportSize = 330;
  await settled;
  expect(list.scrollOffset).toBe(20 * ROW_PX - 330);
});
