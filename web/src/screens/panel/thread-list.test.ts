import { afterEach, describe, expect, it } from "vitest";
import { store } from "../../query/world";
import { put } from "../../state/tables";
import type { Channel, Thread } from "../../wire.gen";
import { setPanel } from "../place";
import { openedThread, openThreadOf, setFilter, stepThread, threadIds } from "./thread-list";

const thread = (id: string, last_reply_at: number, part: Partial<Thread> = {}): Thread =>
  ({
    id,
    last_reply_at,
    unread_replies: 0,
    unread_mentions: 0,
    post: { id, channel_id: "c1", user_id: "bob" },
    ...part,
  }) as Thread;
const fill = (...all: readonly Thread[]) =>
  store.commit([
    put("channels", "c1", { id: "c1", team_id: "" } as Channel),
    ...all.map((one) => put("threads", one.id, one)),
  ]);

afterEach(() => {
  store.clear();
  setPanel(undefined);
  setFilter("all");
});

describe("the list of threads", () => {
  it("has the latest first, and of these what is wanted", () => {
    fill(
      thread("old", 1, { unread_replies: 2 }),
      thread("new", 3),
      thread("called", 2, { unread_replies: 1, unread_mentions: 1 }),
    );
    expect(threadIds()).toEqual(["new", "called", "old"]);
    setFilter("unread");
    expect(threadIds()).toEqual(["called", "old"]);
    setFilter("mentions");
    expect(threadIds()).toEqual(["called"]);
  });

  it("keeps the one that is read, though it is unread no more", () => {
    fill(thread("a", 2), thread("b", 1, { unread_replies: 1 }));
    setFilter("unread");
    openThreadOf("a");
    expect(threadIds()).toEqual(["a", "b"]);
  });

  it("is walked by keys, and no further than its ends", () => {
    fill(thread("a", 2), thread("b", 1));
    stepThread(1);
    expect(openedThread()).toBe("a");
    stepThread(1);
    expect(openedThread()).toBe("b");
    stepThread(1);
    expect(openedThread()).toBe("b");
    stepThread(-1);
    expect(openedThread()).toBe("a");
  });
});
