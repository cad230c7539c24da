// What waits: drafts under way, scheduled posts, answers that only the reader sees.
import { describe, expect, it } from "vitest";
import type { WireEvent } from "../net/events";
import type { Draft, Post, ScheduledPost } from "../wire.gen";
import { apply } from "./apply";
import { channelWindow, draftKey, type KeptDraft, put, Store, threadWindow } from "./tables";

const broadcast = {
  omit_users: null,
  user_id: "me",
  channel_id: "",
  team_id: "",
  connection_id: "",
  omit_connection_id: "",
};

function happened(store: Store, name: string, data: unknown): void {
  const effect = apply(store, { event: name, data, broadcast, seq: 1 } as unknown as WireEvent, 0);
  store.commit(effect.changes);
}

const draft = (message: string): Draft =>
  ({ channel_id: "c1", root_id: "", user_id: "me", message, update_at: 5, props: {} }) as unknown as Draft;
const key = draftKey("c1", "");

describe("a draft", () => {
  it("follows what another device says", () => {
    const store = new Store();
    happened(store, "draft_created", { draft: JSON.stringify(draft("from the phone")) });
    expect(store.get("drafts", key)?.message).toBe("from the phone");
    happened(store, "draft_deleted", { draft: JSON.stringify(draft("from the phone")) });
    expect(store.get("drafts", key)).toBeUndefined();
  });

  it("that is being written here is not replaced, nor taken away", () => {
    const store = new Store();
    const mine: KeptDraft = { ...draft("half a sent"), unsaved: true };
    store.commit([put("drafts", key, mine)]);
    happened(store, "draft_created", { draft: JSON.stringify(draft("from the phone")) });
    happened(store, "draft_deleted", { draft: JSON.stringify(draft("from the phone")) });
    expect(store.get("drafts", key)).toBe(mine);
  });
});

describe("a scheduled post", () => {
  it("is there from its event on, and gone when it was sent", () => {
    const store = new Store();
    const row = { id: "s1", channel_id: "c1", message: "later", scheduled_at: 9 } as ScheduledPost;
    happened(store, "scheduled_post_created", { scheduledPost: JSON.stringify(row) });
    expect(store.get("scheduled", "s1")).toEqual(row);
    happened(store, "scheduled_post_deleted", { scheduledPost: JSON.stringify(row) });
    expect(store.get("scheduled", "s1")).toBeUndefined();
  });
});

describe("an answer that only the reader sees", () => {
  it("stands in the channel, too, when it belongs to a thread", () => {
    const store = new Store();
    const window = { ids: [], oldest: true, newest: true, loadedAt: 0 };
    store.commit([put("windows", channelWindow("c1"), window), put("windows", threadWindow("r1"), window)]);
    const post = { id: "e1", channel_id: "c1", root_id: "r1", pending_post_id: "", create_at: 3 } as Post;
    happened(store, "ephemeral_message", { post: JSON.stringify(post) });
    expect(store.get("windows", channelWindow("c1"))?.ids).toEqual(["e1"]);
    expect(store.get("windows", threadWindow("r1"))?.ids).toEqual(["e1"]);
  });
});
