// The worker's promises: the API is the network's, pages are the network's while there is one, files are those at hand.
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

type Listener = (event: Record<string, unknown>) => void;
const listeners = new Map<string, Listener>();
const kept = new Map<string, string>();
const asked: string[] = [];
let network: (path: string) => Response;

const pathOf = (request: Request | string) => (typeof request === "string" ? request : new URL(request.url).pathname);

const cache = {
  addAll: async (paths: string[]) => {
    for (const path of paths) kept.set(path, `kept ${path}`);
  },
  put: async (request: Request, answer: Response) => {
    kept.set(pathOf(request), await answer.text());
  },
};

beforeAll(async () => {
  vi.stubGlobal("addEventListener", (name: string, listener: Listener) => listeners.set(name, listener));
  vi.stubGlobal("caches", {
    open: async () => cache,
    keys: async () => [],
    match: async (request: Request | string) => {
      const found = kept.get(pathOf(request));
      return found === undefined ? undefined : new Response(found);
    },
  });
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push(pathOf(request));
    return network(pathOf(request));
  });
  await import("./sw");
});

beforeEach(() => {
  kept.clear();
  asked.length = 0;
  network = (path) => new Response(`fresh ${path}`);
});

/** What the worker answers; `undefined` leaves the request to the browser. */
async function answer(path: string, how: { method?: string; mode?: string; origin?: string } = {}) {
  const url = (how.origin ?? location.origin) + path;
  const request = { url, method: how.method ?? "GET", mode: how.mode ?? "cors" } as unknown as Request;
  let given: Promise<Response> | undefined;
  listeners.get("fetch")?.({
    request,
    respondWith: (response: Promise<Response>) => {
      given = response;
    },
  });
  return given && (await given).text();
}

const gone = () => {
  throw new TypeError("no network");
};

describe("the service worker", () => {
  it("leaves the API, writes and other sites alone", async () => {
    expect(await answer("/api/v4/users/me")).toBeUndefined();
    for (const path of ["/oauth/corp/login", "/signup/corp/complete"])
      expect(await answer(path, { mode: "navigate" })).toBeUndefined();
    expect(await answer("/assets/a.js", { method: "POST" })).toBeUndefined();
    expect(await answer("/assets/a.js", { origin: "https://elsewhere.test" })).toBeUndefined();
  });

  it("asks the network for pages, and has one at hand when there is none", async () => {
    kept.set("/index.html", "kept page");
    expect(await answer("/crew/channels/quay", { mode: "navigate" })).toBe("fresh /crew/channels/quay");
    network = gone;
    expect(await answer("/crew/channels/quay", { mode: "navigate" })).toBe("kept page");
  });

  it("shows no gateway's error in place of the client", async () => {
    kept.set("/index.html", "kept page");
    network = () => new Response("bad gateway", { status: 502 });
    expect(await answer("/", { mode: "navigate" })).toBe("kept page");
  });

  it("takes files from what is kept, and keeps what it had to fetch", async () => {
    expect(await answer("/assets/b-1.js")).toBe("fresh /assets/b-1.js");
    network = gone;
    expect(await answer("/assets/b-1.js")).toBe("fresh /assets/b-1.js");
    expect(asked).toEqual(["/assets/b-1.js"]);
  });

  it("does not keep what is no file", async () => {
    network = () => new Response("none", { status: 404 });
    await answer("/assets/c-1.js");
    expect(kept.size).toBe(0);
  });
});
