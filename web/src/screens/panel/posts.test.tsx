// The lists of saved and pinned posts follow what is saved and pinned.
import { cleanup, render } from "@solidjs/testing-library";
import { afterEach, expect, it, vi } from "vitest";
import { store } from "../../query/world";
import { put } from "../../state/tables";
import type { Post } from "../../wire.gen";
import { ChatText } from "../channel/context";
import { panel, setPanel } from "../place";
import { PinnedPanel, SavedPanel } from "./posts";

const post = (id: string, create_at: number, is_pinned = false): Post =>
  ({
    id,
    create_at,
    update_at: 1,
    edit_at: 0,
    delete_at: 0,
    is_pinned,
    user_id: "bob",
    channel_id: "c1",
    root_id: "",
    message: id,
    type: "",
    props: {},
    file_ids: [],
    reply_count: 0,
    participants: null,
  }) as unknown as Post;

function answering(posts: readonly Post[]): void {
  const list = { order: posts.map(({ id }) => id), posts: Object.fromEntries(posts.map((one) => [one.id, one])) };
  vi.stubGlobal("fetch", async (path: string) => new Response(JSON.stringify(/flagged|pinned/.test(path) ? list : [])));
}
const saved = (id: string, row = {}) => put("preferences", `flagged_post/${id}`, { value: "true", ...row } as never);
const NAMES = ["quince", "medlar", "damson"];
const shown = () =>
  [...document.querySelectorAll(".found")].map((one) => NAMES.find((name) => one.textContent?.includes(name)));

afterEach(() => {
  cleanup();
  store.clear();
  vi.unstubAllGlobals();
});

it("a post that is saved no more leaves, and one that is saved comes", async () => {
  answering([post("quince", 3), post("damson", 1)]);
  store.commit([saved("quince"), saved("damson"), put("posts", "medlar", post("medlar", 2))]);
  render(() => (
    <ChatText>
      <SavedPanel />
    </ChatText>
  ));
  await vi.waitFor(() => expect(shown()).toEqual(["quince", "damson"]));
  store.commit([saved("medlar"), put("preferences", "flagged_post/damson", undefined)]);
  await vi.waitFor(() => expect(shown()).toEqual(["quince", "medlar"]));
});

it("a reply stands under what began its thread, which opens", async () => {
  const reply = { ...post("quince", 3), root_id: "medlar" };
  const answers = { flagged: { order: ["quince"], posts: { quince: reply } }, ids: [post("medlar", 1)] };
  vi.stubGlobal("fetch", async (path: string) => {
    const about = path.endsWith("/posts/ids") ? "ids" : path.includes("flagged") ? "flagged" : undefined;
    return new Response(JSON.stringify(about ? answers[about] : []));
  });
  store.commit([saved("quince")]);
  render(() => (
    <ChatText>
      <SavedPanel />
    </ChatText>
  ));
  const root = () => document.querySelector<HTMLButtonElement>(".found-root");
  await vi.waitFor(() => expect(root()?.textContent).toContain("medlar"));
  root()?.click();
  expect(panel()).toMatchObject({ kind: "thread", rootId: "medlar" });
  setPanel(undefined);
});

it("whoever takes a post off the list goes on with the one in its place, and at last with the panel", async () => {
  answering([post("quince", 3), post("medlar", 2), post("damson", 1)]);
  store.commit([saved("quince"), saved("medlar"), saved("damson")]);
  render(() => (
    <ChatText>
      <aside class="panel">
        <SavedPanel />
      </aside>
    </ChatText>
  ));
  await vi.waitFor(() => expect(shown()).toEqual(["quince", "medlar", "damson"]));
  document.querySelectorAll<HTMLElement>(".found .post")[1]?.focus();
  const reading = () => NAMES.find((name) => document.activeElement?.textContent?.includes(name));
  const gone: (string | undefined)[] = [];
  for (let at = 0; at < NAMES.length; at += 1) {
    const name = reading();
    gone.push(name);
    store.commit([put("preferences", `flagged_post/${name}`, undefined)]);
  }
  expect(gone).toEqual(["medlar", "damson", "quince"]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Close panel");
});

it("a post that is pinned no more leaves, and one that is pinned comes", async () => {
  answering([post("damson", 1, true)]);
  store.commit([put("posts", "quince", post("quince", 3))]);
  render(() => (
    <ChatText>
      <PinnedPanel channelId="c1" />
    </ChatText>
  ));
  await vi.waitFor(() => expect(shown()).toEqual(["damson"]));
  store.commit([put("posts", "quince", post("quince", 3, true)), put("posts", "damson", post("damson", 1))]);
  await vi.waitFor(() => expect(shown()).toEqual(["quince"]));
});
