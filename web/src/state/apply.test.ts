import { describe, expect, it } from "vitest";
import type { EventOf, WireEvent } from "../net/events";
import type { Channel, ChannelMember, EventName, Post, Reaction, Thread } from "../wire.gen";
import { apply } from "./apply";
import { unreadOf } from "./channels";
import { channelWindow, overlay, put, Store, threadWindow } from "./tables";

const post = (part: Partial<Post>): Post =>
  ({
    id: "p1",
    create_at: 10,
    update_at: 10,
    edit_at: 0,
    delete_at: 0,
    is_pinned: false,
    user_id: "bob",
    channel_id: "c1",
    root_id: "",
    original_id: "",
    message: "hello",
    type: "",
    props: {},
    hashtags: "",
    file_ids: [],
    pending_post_id: "",
    reply_count: 0,
    last_reply_at: 0,
    participants: null,
    ...part,
  }) as Post;

const broadcast = {
  omit_users: null,
  user_id: "",
  channel_id: "c1",
  team_id: "t1",
  connection_id: "",
  omit_connection_id: "",
};

function event<N extends EventName>(name: N, data: unknown, to = {}): WireEvent {
  return { event: name, data, broadcast: { ...broadcast, ...to }, seq: 1 } as unknown as EventOf<N> as WireEvent;
}

const posted = (one: Post, extra = {}) => event("posted", { post: JSON.stringify(one), sender_name: "@bob", ...extra });

function world(): Store {
  const store = new Store();
  store.me = "me";
  store.commit([
    put("users", "me", { id: "me", username: "me" } as never),
    put("users", "bob", { id: "bob", username: "bob" } as never),
    put("channels", "c1", {
      id: "c1",
      team_id: "t1",
      type: "O",
      total_msg_count: 5,
      total_msg_count_root: 4,
      last_post_at: 9,
      last_root_post_at: 9,
    } as Channel),
    put("members", "c1", {
      channel_id: "c1",
      user_id: "me",
      msg_count: 5,
      msg_count_root: 4,
      mention_count: 0,
      mention_count_root: 0,
      last_viewed_at: 9,
      notify_props: {},
    } as unknown as ChannelMember),
    put("windows", channelWindow("c1"), { ids: ["p0"], oldest: true, newest: true, loadedAt: 0 }),
    put("posts", "p0", post({ id: "p0", create_at: 9, update_at: 9 })),
    put("threadTotals", "t1", { unread: 1, mentions: 0 }),
  ]);
  return store;
}

function happen(store: Store, ...events: WireEvent[]) {
  return events.flatMap((one) => {
    const effect = apply(store, one, 1_000);
    store.commit(effect.changes);
    return effect.needs;
  });
}

const shown = (store: Store) => store.get("windows", channelWindow("c1"))?.ids.join(" ");
const unread = (store: Store) => unreadOf(store.get("channels", "c1"), store.get("members", "c1"));

describe("a post", () => {
  it("is shown at the end and counts as unread", () => {
    const store = world();
    happen(store, posted(post({})));
    expect(shown(store)).toBe("p0 p1");
    expect(unread(store)).toEqual({ posts: 1, mentions: 0, muted: false });
  });

  it("counts once, however often it is told", () => {
    const store = world();
    happen(store, posted(post({})), posted(post({})));
    expect(unread(store).posts).toBe(1);
  });

  it("that came late stands where its time puts it", () => {
    const store = world();
    happen(store, posted(post({ id: "p2", create_at: 12 })), posted(post({ id: "p1", create_at: 11 })));
    expect(shown(store)).toBe("p0 p1 p2");
  });

  it("of mine is read, and confirms what waited", () => {
    const store = world();
    const mine = post({ user_id: "me", pending_post_id: "me:1" });
    store.commit([put("pending", "me:1", { post: mine, state: "waiting" })]);
    happen(store, posted(mine));
    expect(store.get("pending", "me:1")).toBeUndefined();
    expect(unread(store).posts).toBe(0);
  });

  it("that mentions me is counted as a mention", () => {
    const store = world();
    happen(store, posted(post({}), { mentions: '["me"]' }));
    expect(unread(store).mentions).toBe(1);
  });

  it("in a window that does not reach the end is not shown in it", () => {
    const store = world();
    store.commit([put("windows", channelWindow("c1"), { ids: ["p0"], oldest: true, newest: false, loadedAt: 0 })]);
    happen(store, posted(post({})));
    expect(shown(store)).toBe("p0");
  });

  it("of an unknown channel and author asks for both", () => {
    const needs = happen(world(), posted(post({ channel_id: "c9", user_id: "eve" })));
    expect(needs.map((one) => one.load)).toEqual(["channel", "user"]);
  });

  it("that is a reply goes to its thread and counts on its root", () => {
    const store = world();
    store.commit([put("windows", threadWindow("p0"), { ids: [], oldest: true, newest: true, loadedAt: 0 })]);
    happen(store, posted(post({ root_id: "p0" })));
    expect(shown(store)).toBe("p0");
    expect(store.get("windows", threadWindow("p0"))?.ids).toEqual(["p1"]);
    expect(store.get("posts", "p0")).toMatchObject({
      reply_count: 1,
      last_reply_at: 10,
      participants: [{ id: "bob" }],
    });
  });

  it("that is edited changes, unless the edit is older than what is here", () => {
    const store = world();
    const edit = (message: string, at: number) =>
      event("post_edited", { post: JSON.stringify(post({ id: "p0", message, update_at: at })) });
    happen(store, edit("newer", 20), edit("older", 15));
    expect(store.get("posts", "p0")?.message).toBe("newer");
  });

  it("that is pinned elsewhere is known, also when it was never seen, and the channel's numbers are asked for", () => {
    const store = world();
    const pinned = (id: string, is_pinned: boolean) =>
      event("post_edited", { post: JSON.stringify(post({ id, create_at: 9, update_at: 20, is_pinned })) });
    const numbers = { load: "stats", id: "c1" };
    expect(happen(store, pinned("p0", true))).toEqual([numbers]);
    expect(happen(store, pinned("p0", true))).toEqual([]);
    expect(happen(store, pinned("old", true))).toEqual([numbers]);
    expect([store.get("posts", "p0")?.is_pinned, store.get("posts", "old")?.is_pinned]).toEqual([true, true]);
    expect(store.get("windows", channelWindow("c1"))?.ids).toEqual(["p0"]);
  });

  it("that is deleted leaves with its thread", () => {
    const store = world();
    happen(store, posted(post({ root_id: "p0" })));
    happen(store, event("post_deleted", { post: JSON.stringify(post({ id: "p0" })) }));
    expect(shown(store)).toBe("");
    expect(store.get("posts", "p0")).toBeUndefined();
  });
});

describe("reactions", () => {
  const given = { user_id: "bob", post_id: "p0", emoji_name: "tada", create_at: 1 } as Reaction;
  const react = (name: "reaction_added" | "reaction_removed") => event(name, { reaction: JSON.stringify(given) });

  it("come once and go", () => {
    const store = world();
    happen(store, react("reaction_added"), react("reaction_added"));
    expect(store.get("posts", "p0")?.metadata?.reactions).toHaveLength(1);
    happen(store, react("reaction_removed"));
    expect(store.get("posts", "p0")).toMatchObject({ has_reactions: false, metadata: { reactions: [] } });
  });
});

describe("reading", () => {
  it("clears the counts of a channel", () => {
    const store = world();
    happen(
      store,
      posted(post({}), { mentions: '["me"]' }),
      event("multiple_channels_viewed", { channel_times: { c1: 11 } }),
    );
    expect(unread(store)).toEqual({ posts: 0, mentions: 0, muted: false });
  });

  it("can be taken back", () => {
    const store = world();
    const data = {
      msg_count: 3,
      msg_count_root: 2,
      mention_count: 1,
      mention_count_root: 1,
      last_viewed_at: 5,
      post_id: "p0",
    };
    happen(store, event("post_unread", data));
    expect(unread(store)).toEqual({ posts: 2, mentions: 1, muted: false });
  });

  it("in a thread that is not known goes with a reply that called", () => {
    const store = world();
    store.commit([put("threadTotals", "t1", { unread: 2, mentions: 3 })]);
    const left = { id: "p0", reply_count: 2, unread_replies: 1, unread_mentions: 1, post: post({ id: "p0" }) };
    const previous = { previous_unread_replies: 2, previous_unread_mentions: 2 };
    const needs = happen(store, event("thread_updated", { thread: JSON.stringify(left), ...previous }));
    expect(store.get("threadTotals", "t1")).toEqual({ unread: 2, mentions: 2 });
    expect(needs).toEqual([]);
  });

  it("of a thread that loses its only reply lowers the totals once", () => {
    const store = world();
    const thread = { id: "p0", unread_replies: 1, unread_mentions: 1, post: post({ id: "p0" }) };
    store.commit([
      put("threadTotals", "t1", { unread: 2, mentions: 3 }),
      put("threads", "p0", { ...thread, reply_count: 1 } as Thread),
    ]);
    const reply = post({ id: "p9", root_id: "p0", reply_count: 1 });
    happen(store, event("post_deleted", { post: JSON.stringify(reply), delete_by: "" }));
    const left = { ...thread, reply_count: 0, unread_replies: 0, unread_mentions: 0 };
    const previous = { previous_unread_replies: 1, previous_unread_mentions: 1 };
    happen(store, event("thread_updated", { thread: JSON.stringify(left), ...previous }));
    expect(store.get("threadTotals", "t1")).toEqual({ unread: 1, mentions: 2 });
    expect(store.get("threads", "p0")).toBeUndefined();
  });

  it("of a thread lowers the totals", () => {
    const store = world();
    const thread = {
      id: "p0",
      reply_count: 2,
      unread_replies: 2,
      unread_mentions: 1,
      post: post({ id: "p0" }),
    } as Thread;
    happen(
      store,
      event("thread_updated", {
        thread: JSON.stringify(thread),
        previous_unread_replies: 0,
        previous_unread_mentions: 0,
      }),
    );
    expect(store.get("threadTotals", "t1")).toEqual({ unread: 2, mentions: 1 });
    const read = {
      thread_id: "p0",
      timestamp: 30,
      unread_replies: 0,
      unread_mentions: 0,
      previous_unread_replies: 2,
      previous_unread_mentions: 1,
      channel_id: "c1",
    };
    happen(store, event("thread_read_changed", read));
    expect(store.get("threadTotals", "t1")).toEqual({ unread: 1, mentions: 0 });
    expect(store.get("threads", "p0")?.unread_replies).toBe(0);
  });
});

describe("places", () => {
  it("a channel that is mine no more takes its posts along", () => {
    const store = world();
    happen(store, event("user_removed", { channel_id: "c1", remover_id: "bob" }));
    expect(store.get("channels", "c1")).toBeUndefined();
    expect(store.get("posts", "p0")).toBeUndefined();
  });

  it("somebody else who leaves changes nothing", () => {
    const store = world();
    expect(apply(store, event("user_removed", { user_id: "bob", remover_id: "bob" }), 0).changes).toEqual([]);
  });

  it("categories are replaced one by one, and loaded when the event does not tell them", () => {
    const store = world();
    const category = (id: string, collapsed: boolean) => ({ id, collapsed, channel_ids: [] }) as never;
    store.commit([
      put("categories", "t1", { categories: [category("a", false), category("b", false)], order: ["a", "b"] }),
    ]);
    happen(store, event("sidebar_category_updated", { updatedCategories: JSON.stringify([category("b", true)]) }));
    expect(store.get("categories", "t1")?.categories.map((one) => one.collapsed)).toEqual([false, true]);
    expect(happen(store, event("sidebar_category_updated", {}))).toEqual([{ load: "categories", id: "t1" }]);
  });
});

describe("rights", () => {
  const ask = { load: "permissions", id: "" };

  it("are asked for when a role of mine is another one", () => {
    const store = world();
    const team = { team_id: "t1", user_id: "me", roles: "team_user" };
    store.commit([put("teamMembers", "t1", team as never)]);
    const inTeam = (roles: string) => event("memberrole_updated", { member: JSON.stringify({ ...team, roles }) });
    expect(happen(store, inTeam("team_user"))).toEqual([]);
    expect(happen(store, inTeam("team_user team_admin"))).toEqual([ask, { load: "team", id: "t1" }]);
    const member = store.get("members", "c1");
    const inChannel = (roles?: string) =>
      event("channel_member_updated", { channelMember: JSON.stringify({ ...member, roles }) });
    expect(happen(store, inChannel())).toEqual([]);
    expect(happen(store, inChannel("channel_user channel_admin"))).toEqual([ask]);
    expect(store.get("members", "c1")?.roles).toBe("channel_user channel_admin");
  });

  it("of others ask for nothing", () => {
    const theirs = JSON.stringify({ team_id: "t1", user_id: "bob", roles: "team_admin" });
    expect(happen(world(), event("memberrole_updated", { member: theirs }))).toEqual([]);
  });

  it("are asked for when a role allows something else, or a channel has another scheme", () => {
    const store = world();
    expect(happen(store, event("role_updated", { role: JSON.stringify({ name: "channel_user" }) }))).toEqual([ask]);
    expect(happen(store, event("channel_scheme_updated", {}))).toEqual([{ load: "channel", id: "c1" }, ask]);
    expect(happen(store, event("channel_scheme_updated", {}, { channel_id: "c9" }))).toEqual([]);
  });
});

describe("apply", () => {
  it("changes nothing itself", () => {
    const store = world();
    apply(store, posted(post({})), 0);
    expect(shown(store)).toBe("p0");
  });

  it("gives the same through an overlay as after a commit", () => {
    const store = world();
    const first = apply(store, posted(post({})), 0);
    const second = apply(overlay(store, first.changes), posted(post({ id: "p2", create_at: 11 })), 0);
    store.commit([...first.changes, ...second.changes]);
    expect(shown(store)).toBe("p0 p1 p2");
  });

  it("ignores events of plugins and of later versions", () => {
    const unknown = { event: "custom_board_changed", data: {}, broadcast, seq: 1 } as unknown as WireEvent;
    expect(apply(world(), unknown, 0)).toEqual({ changes: [], needs: [] });
  });
});
