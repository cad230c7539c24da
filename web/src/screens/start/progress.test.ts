import { afterEach, describe, expect, it, vi } from "vitest";
import { store } from "../../query/world";
import { put } from "../../state/tables";
import type { User } from "../../wire.gen";
import { dismissOffer, offered, tick, ticked, traced } from "./progress";

const DAY_MS = 86_400_000;
const someone = (roles: string) => {
  store.me = "ann";
  store.commit([put("users", "ann", { id: "ann", roles, create_at: 0 } as User)]);
};
vi.stubGlobal("fetch", async () => new Response("{}"));

afterEach(() => store.clear());

describe("what a first visit offers", () => {
  it("is the checklist to who administers, for a while", () => {
    someone("system_user system_admin");
    expect(offered(80 * DAY_MS)).toBe("checklist");
    expect(offered(100 * DAY_MS)).toBeUndefined();
  });

  it("is the tour to others, until they have seen enough of it", async () => {
    someone("system_user");
    expect(offered(DAY_MS)).toBe("tour");
    await dismissOffer("tour");
    expect(offered(DAY_MS)).toBeUndefined();
  });

  it("keeps what was ticked, and takes it back", async () => {
    someone("system_admin");
    await tick("history", "done");
    await tick("apps", "done");
    expect(ticked()).toEqual(["history", "apps"]);
    await tick("history", "open");
    expect(ticked()).toEqual(["apps"]);
  });

  it("knows what is done by its traces", () => {
    const nothing = { hasTeamPicture: false, people: 1, channels: 0, mails: false, pushes: false };
    expect(traced(nothing)).toEqual([]);
    expect(traced({ ...nothing, people: 3, channels: 2, mails: true })).toEqual(["invite", "channels", "email"]);
  });
});
