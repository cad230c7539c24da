// What is said while a part of a window travels is in the window, and threads come page by page.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { apply } from "../state/apply";
import { channelWindow, put, threadWindow } from "../state/tables";
import type { Post, PostList } from "../wire.gen";
import { catchUp, extend, openAround, openThread, said } from "./windows";
import { store } from "./world";

const idOf = (at: number) => `r${String(at).padStart(4, "0")}`;

const made = (id: string, at: number, root_id = ""): Post =>
  ({
    id,
    root_id,
    create_at: at,
    update_at: at,
    delete_at: 0,
    user_id: "bob",
    channel_id: "c1",
    message: "",
    type: "",
    props: {},
    pending_post_id: "",
    reply_count: 0,
    last_reply_at: 0,
    participants: null,
  }) as unknown as Post;

const listOf = (posts: readonly Post[], ends: Partial<PostList> = {}): PostList => ({
  order: [...posts].reverse().map((post) => post.id),
  posts: Object.fromEntries(posts.map((post) => [post.id, post])),
  prev_post_id: "",
  next_post_id: "",
  first_inaccessible_post_time: 0,
  ...ends,
});

/** A server that answers when it is let; `answer` gives the body for an address. */
function serve(answer: (address: URL) => unknown) {
  const asked: URL[] = [];
  const waiting: (() => void)[] = [];
  let isHeld = false;
  vi.stubGlobal("fetch", async (path: string) => {
    const address = new URL(path, "http://muster.test");
    asked.push(address);
    const body = JSON.stringify(answer(address));
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
    return new Response(body);
  });
  return {
    asked,
    hold: () => {
      isHeld = true;
    },
    releaseLast: () => waiting.pop()?.(),
    release: () => {
      isHeld = false;
      for (const go of waiting.splice(0)) go();
    },
  };
}

/** As the session does with a post that arrives. */
function arrive(post: Post): void {
  const event = { event: "posted", data: { post: JSON.stringify(post) }, broadcast: { channel_id: "c1" }, seq: 1 };
  const effect = apply(store, event as never, 0);
  store.commit(effect.changes);
  said(effect.changes);
}

const idsOf = (key: string) => store.get("windows", key)?.ids;

beforeEach(() => {
  store.me = "me";
  store.commit([
    put("users", "bob", { id: "bob" } as never),
    put("channels", "c1", { id: "c1", team_id: "t1", total_msg_count: 0, total_msg_count_root: 0 } as never),
  ]);
});
afterEach(() => {
  store.clear();
  vi.unstubAllGlobals();
});

describe("what is said while an answer travels stays", () => {
  it("in a thread that is opened", async () => {
    const server = serve(() => listOf([made("root", 1), made("a", 2, "root")], { has_next: false }));
    server.hold();
    const opened = openThread("root");
    arrive(made("b", 3, "root"));
    server.release();
    await opened;
    expect(idsOf(threadWindow("root"))).toEqual(["a", "b"]);
  });

  it("around a post that is opened", async () => {
    const server = serve((address) => {
      if (address.pathname.endsWith("/posts/b/thread")) return listOf([made("b", 2)]);
      return listOf([address.searchParams.has("before") ? made("a", 1) : made("c", 3)]);
    });
    server.hold();
    const opened = openAround("c1", "b");
    arrive(made("d", 4));
    server.release();
    await opened;
    expect(idsOf(channelWindow("c1"))).toEqual(["a", "b", "c", "d"]);
  });

  it("at the end that a page reaches", async () => {
    const server = serve(() => listOf([made("b", 2)]));
    store.commit([
      put("posts", "a", made("a", 1)),
      put("windows", channelWindow("c1"), { ids: ["a"], oldest: true, newest: false, loadedAt: 0 }),
    ]);
    server.hold();
    const extended = extend(channelWindow("c1"), "newer");
    arrive(made("c", 3));
    server.release();
    await extended;
    expect(store.get("windows", channelWindow("c1"))).toMatchObject({ ids: ["a", "b", "c"], newest: true });
  });

  it("and the root that a reply counted on is not taken for one of them", async () => {
    const server = serve(() => listOf([made("b", 20)], { prev_post_id: "root" }));
    store.commit([
      put("posts", "root", made("root", 1)),
      put("posts", "a", made("a", 10)),
      put("windows", channelWindow("c1"), { ids: ["a"], oldest: false, newest: false, loadedAt: 0 }),
    ]);
    server.hold();
    const extended = extend(channelWindow("c1"), "newer");
    arrive(made("reply", 30, "root"));
    server.release();
    await extended;
    expect(idsOf(channelWindow("c1"))).toEqual(["a", "b"]);
  });
});

describe("a channel that is brought up to date", () => {
  const key = channelWindow("c1");
  const shown = ["d", "e"].map((id, at) => made(id, 4 + at));
  beforeEach(() => {
    store.commit([
      ...shown.map((post) => put("posts", post.id, post)),
      put("windows", key, { ids: ["d", "e"], oldest: false, newest: true, loadedAt: 0 }),
    ]);
  });

  it("leaves out what was edited beyond its begin", async () => {
    serve(() => listOf([{ ...made("a", 1), update_at: 9 }, made("f", 6)]));
    await catchUp([key]);
    expect(store.get("windows", key)).toMatchObject({ ids: ["d", "e", "f"], oldest: false });
  });

  it("keeps the older page that came meanwhile", async () => {
    const page = [made("b", 2), made("c", 3)];
    const server = serve(({ searchParams }) =>
      searchParams.has("before") ? listOf(page, { prev_post_id: "a" }) : listOf([made("f", 6)]),
    );
    server.hold();
    const caught = catchUp([key]);
    const grown = extend(key, "older");
    server.releaseLast();
    await grown;
    server.release();
    await caught;
    expect(idsOf(key)).toEqual(["b", "c", "d", "e", "f"]);
  });
});

describe("the surroundings of a post", () => {
  it("come with who takes part in its thread", async () => {
    const told = {
      ...made("b", 2),
      reply_count: 2,
      last_reply_at: 9,
      is_following: true,
      participants: [{ id: "eve" }],
    };
    serve((address) => {
      if (address.pathname.endsWith("/posts/b/thread")) return listOf([told as Post]);
      if (address.pathname.endsWith("/ids")) return [];
      if (address.pathname.endsWith("/posts/b")) return made("b", 2);
      return listOf([address.searchParams.has("before") ? made("a", 1) : made("c", 3)]);
    });
    await openAround("c1", "b");
    expect(idsOf(channelWindow("c1"))).toEqual(["a", "b", "c"]);
    expect(store.get("posts", "b")).toMatchObject({
      last_reply_at: 9,
      is_following: true,
      participants: [{ id: "eve" }],
    });
  });

  it("are there for a reply, which the page of its thread may lack", async () => {
    serve((address) => {
      if (address.pathname.endsWith("/thread")) return listOf([made("root", 0)]);
      if (address.pathname.endsWith("/posts/b")) return made("b", 2, "root");
      return listOf([address.searchParams.has("before") ? made("a", 1) : made("c", 3)]);
    });
    await openAround("c1", "b");
    expect(idsOf(channelWindow("c1"))).toEqual(["a", "b", "c"]);
  });
});

describe("a long thread", () => {
  const REPLIES = 450;
  const all = Array.from({ length: REPLIES }, (_, at) => made(idOf(at), 100 + at, "root"));
  const key = threadWindow("root");

  /** As the server pages: the root comes with every answer. */
  function page({ searchParams }: URL): PostList {
    const size = Math.min(200, Number(searchParams.get("perPage")));
    const from = Number(searchParams.get("fromCreateAt") ?? 0);
    const there = replies.filter((post) => {
      if (from === 0) return true;
      return searchParams.get("direction") === "up" ? post.create_at < from : post.create_at > from;
    });
    const shown = searchParams.get("direction") === "up" ? there.slice(-size) : there.slice(0, size);
    return listOf([made("root", 1), ...shown], { has_next: there.length > shown.length });
  }
  let replies = all;
  beforeEach(() => {
    replies = all;
  });

  it("is read up to its first reply and down again", async () => {
    serve(page);
    await openThread("root");
    expect(store.get("windows", key)).toMatchObject({ oldest: false, newest: true });
    await extend(key, "older");
    await extend(key, "older");
    expect(store.get("windows", key)).toMatchObject({ ids: all.map((post) => post.id), oldest: true, newest: true });

    store.commit([
      put("windows", key, { ids: all.slice(0, 100).map(({ id }) => id), oldest: true, newest: false, loadedAt: 0 }),
    ]);
    await extend(key, "newer");
    await extend(key, "newer");
    expect(store.get("windows", key)).toMatchObject({ ids: all.map((post) => post.id), newest: true });
  });

  it("keeps what was read of it when events were lost", async () => {
    serve(page);
    await openThread("root");
    await extend(key, "older");
    replies = [...all.filter((post) => post.id !== idOf(60)), made("fresh", 1_000, "root")];
    await catchUp([key]);
    expect(idsOf(key)).toEqual(replies.slice(50).map((post) => post.id));
    expect(store.get("windows", key)).toMatchObject({ oldest: false, newest: true });
  });
});
