import { createMemo, createRoot } from "solid-js";
import { afterEach, expect, it } from "vitest";
import { store } from "../../query/world";
import { put } from "../../state/tables";
import type { Channel, ChannelMember } from "../../wire.gen";
import { unreadGroups } from "./groups";

const channel = (id: string, posts: number, last_post_at: number, part: Partial<Channel> = {}) =>
  put("channels", id, {
    id,
    team_id: "",
    type: "O",
    delete_at: 0,
    total_msg_count_root: posts,
    last_post_at,
    ...part,
  } as Channel);
const member = (id: string, read: number, mentions = 0, mark_unread = "all") =>
  put("members", id, {
    channel_id: id,
    msg_count_root: read,
    mention_count_root: mentions,
    notify_props: { mark_unread },
  } as unknown as ChannelMember);

afterEach(() => store.clear());

it("has those that call first, then the latest; neither read nor muted ones, nor those of other teams", () => {
  store.commit([
    channel("quiet", 4, 1),
    member("quiet", 4),
    channel("early", 4, 2),
    member("early", 1),
    channel("late", 4, 9),
    member("late", 2),
    channel("called", 4, 1),
    member("called", 3, 1),
    channel("muted", 9, 9),
    member("muted", 1, 0, "mention"),
    channel("elsewhere", 9, 9, { team_id: "t2" }),
    member("elsewhere", 1),
    channel("gone", 9, 9, { delete_at: 5 }),
    member("gone", 1),
  ]);
  expect(unreadGroups().map(({ id, posts, mentions }) => `${id} ${posts} ${mentions}`)).toEqual([
    "called 1 1",
    "late 2 0",
    "early 3 0",
  ]);
});

it("has also those that come while the list is shown", () => {
  createRoot((dispose) => {
    const ids = createMemo(() => unreadGroups().map(({ id }) => id));
    expect(ids()).toEqual([]);
    store.commit([channel("joined", 2, 1), member("joined", 0)]);
    expect(ids()).toEqual(["joined"]);
    dispose();
  });
});
