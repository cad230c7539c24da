// What an event asks for is loaded with what it takes to use it.
import { afterEach, expect, it, vi } from "vitest";
import { put } from "../state/tables";
import { load } from "./load";
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
    "/api/v4/channels/c1": { id: "c1", type: "O", name: "one" },
    "/api/v4/channels/c1/members/me": { channel_id: "c1", user_id: "me", roles: "own_admin" },
    "/api/v4/roles/names": [role],
  };
  vi.stubGlobal("fetch", async (path: string) => new Response(JSON.stringify(answers[path])));
  await load({ load: "channel", id: "c1" });
  expect(may("manage_channel_roles", { channelId: "c1" })).toBe(true);
});
