// Followed threads after events were lost.
import { afterEach, beforeEach, expect, it } from "vitest";
import { put } from "../state/tables";
import { forgetThreads, showThreads, undoubted } from "./thread-lists";
import { store } from "./world";

const known = () => [...store.ids("threads")].sort();

beforeEach(() => store.commit(["a", "b"].map((id) => put("threads", id, { id } as never))));
afterEach(() => store.clear());

it("are forgotten at once where no list shows them", () => {
  forgetThreads();
  expect(known()).toEqual([]);
});

it("stay in a list that is shown until it has asked again", () => {
  const end = showThreads();
  forgetThreads();
  expect(known()).toEqual(["a", "b"]);
  store.commit(undoubted(new Set(["b"])));
  expect(known()).toEqual(["b"]);
  end();
  expect(known()).toEqual(["b"]);
});

it("are forgotten with the list that did not come to ask", () => {
  const end = showThreads();
  forgetThreads();
  end();
  expect(known()).toEqual([]);
});
