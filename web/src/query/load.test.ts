// What an event asks for is loaded with what it takes to use it.
import { afterEach, expect, it, vi } from "vitest";
import { put } from "../state/tables";
import type { Channel } from "../wire.gen";
import { load, loadWorld } from "./load";
import { may, setPermissions, setPhase, store } from "./world";

afterEach(() => {
  store.clear();
  setPermissions(new Map());
  vi.unstubAllGlobals();
});

it("a channel whose scheme has roles of its own comes with what they allow", async () => {
  store.me = "me";
  setPhase("signedIn");
  store.commit([put("users", "me", { id: "me", roles: "system_user" } as never)]);
  setPermissions(new Map([["system_user", new Set<string>()]]));
  const role = { name: "own_admin", permissions: ["manage_channel_roles"] };
  const answers: Record<string, unknown> = {
    "/api/v4/channels/c1": { id: "c1", team_id: "", type: "O", name: "one" },
    "/api/v4/channels/c1/members/me": { channel_id: "c1", user_id: "me", roles: "own_admin" },
    "/api/v4/roles/names": [role],
  };
  vi.stubGlobal("fetch", async (path: string) => new Response(JSON.stringify(answers[path])));
  await load({ load: "channel", id: "c1" });
  expect(may("manage_channel_roles", { channelId: "c1" })).toBe(true);
});

const serve = (answers: Readonly<Record<string, unknown>>) =>
  vi.stubGlobal("fetch", async (address: string) => {
    const path = address.slice("/api/v4".length).split("?")[0] ?? "";
    return new Response(JSON.stringify(answers[path] ?? []));
  });
const channel = (id: string, team_id: string) => ({ id, team_id, delete_at: 0 }) as Channel;

it("a team that is joined while the world is loaded stays", async () => {
  store.commit([put("teams", "left", { id: "left" } as never)]);
  serve({
    "/users/me": { id: "me" },
    "/users/me/teams": [{ id: "old", delete_at: 0 }],
    "/users/me/status": { status: "online" },
    "/config/client": {},
  });
  const loading = loadWorld();
  store.commit([put("teams", "joined", { id: "joined" } as never)]);
  await loading;
  expect([...store.ids("teams")].sort()).toEqual(["joined", "old"]);
});

it("a thread that is followed before it has a reply is in no list", async () => {
  store.me = "me";
  store.commit([put("teams", "t1", { id: "t1" } as never), put("channels", "c1", channel("c1", "t1"))]);
  serve({
    "/users/me/teams/t1/threads/p1": { id: "p1", reply_count: 0, post: { id: "p1", channel_id: "c1" } },
    "/users/me/teams/t1/threads": { total_unread_threads: 0, total_unread_mentions: 0, threads: null },
  });
  await load({ load: "thread", id: "p1" });
  expect(store.get("threads", "p1")).toBeUndefined();
});

it("an archived team takes its channels, and what was begun in them, along", async () => {
  store.me = "me";
  const begun = (channel_id: string, unsaved?: boolean) =>
    put("drafts", `${channel_id}/`, { channel_id, root_id: "", message: "I", unsaved } as never);
  store.commit([
    put("teams", "t1", { id: "t1" } as never),
    put("threadTotals", "t1", { unread: 1, mentions: 0 }),
    put("channels", "c1", channel("c1", "t1")),
    put("channels", "c2", channel("c2", "t1")),
    put("channels", "c3", channel("c3", "t2")),
    begun("c1"),
    begun("c2", true),
    begun("c3"),
    put("scheduled", "s1", { id: "s1", channel_id: "c1" } as never),
  ]);
  serve({ "/teams/t1": { id: "t1", delete_at: 5 }, "/teams/t1/members/me": { team_id: "t1", roles: "" } });
  await load({ load: "team", id: "t1" });
  expect([...store.ids("channels")]).toEqual(["c3"]);
  // What the server never got is nowhere else.
  expect([...store.ids("drafts")]).toEqual(["c2/", "c3/"]);
  expect([...store.ids("scheduled"), ...store.ids("threadTotals")]).toEqual([]);
});
