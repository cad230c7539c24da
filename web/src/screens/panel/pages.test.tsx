// Lists in pages: each row once, none missed when others leave, and all of it anew after events were lost.
import { createRoot, createSignal } from "solid-js";
import { expect, it, vi } from "vitest";
import { setCaughtUp } from "../../query/world";
import { type Pages, pagesOf } from "./pages";

function listed(there: () => readonly string[], isListed?: (id: string) => boolean, firstLen?: number) {
  const [on, setOn] = createSignal("one");
  const [again, setAgain] = createSignal("");
  const load = async (page: number) => {
    const all = there();
    return { rows: all.slice(page * 3, page * 3 + 3), more: all.length > page * 3 + 3 };
  };
  let pages!: Pages<string>;
  const dispose = createRoot((dispose) => {
    pages = pagesOf({ on, again, load, idOf: (id) => id, pageLen: 3, isListed, firstLen });
    return dispose;
  });
  return { pages, setOn, setAgain, dispose };
}

it("shows one page more each time, to the last", async () => {
  const { pages, dispose } = listed(() => [..."abcdefg"]);
  await vi.waitFor(() => expect(pages.rows()).toEqual([..."abc"]));
  await pages.extend();
  expect(pages.more()).toBe(true);
  await pages.extend();
  expect([pages.rows(), pages.more()]).toEqual([[..."abcdefg"], false]);
  dispose();
});

it("misses no row when others have left the list", async () => {
  let there = [..."abcdefg"];
  const { pages, dispose } = listed(
    () => there,
    (id) => there.includes(id),
  );
  await vi.waitFor(() => expect(pages.rows()).toEqual([..."abc"]));
  there = [..."cdefg"];
  await pages.extend();
  expect(pages.rows()).toEqual([..."cde"]);
  dispose();
});

it("loads as much anew after events were lost", async () => {
  let there = [..."abcdefg"];
  const { pages, dispose } = listed(() => there);
  await vi.waitFor(() => expect(pages.rows()).toEqual([..."abc"]));
  await pages.extend();
  there = [..."xacdefg"];
  setCaughtUp((count) => count + 1);
  await vi.waitFor(() => expect(pages.rows()).toEqual([..."xacdef"]));
  dispose();
});

it("keeps what is shown until another search has found something", async () => {
  let there = [..."abcdefg"];
  const { pages, setAgain, dispose } = listed(() => there);
  await vi.waitFor(() => expect(pages.rows()).toEqual([..."abc"]));
  there = [..."fg"];
  setAgain("f");
  expect(pages.rows()).toEqual([..."abc"]);
  await vi.waitFor(() => expect([pages.rows(), pages.more()]).toEqual([[..."fg"], false]));
  there = [..."abcdefg"];
  setAgain("");
  await vi.waitFor(() => expect([pages.rows(), pages.more()]).toEqual([[..."abc"], true]));
  dispose();
});

it("begins with as much as was shown before, and another list with one page", async () => {
  const { pages, setOn, dispose } = listed(() => [..."abcdefghi"], undefined, 5);
  await vi.waitFor(() => expect(pages.rows()).toEqual([..."abcdef"]));
  setOn("two");
  await vi.waitFor(() => expect(pages.rows()).toEqual([..."abc"]));
  dispose();
});
