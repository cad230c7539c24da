// What the page asks for early is what a visit begins with, under the very addresses.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { openChannel } from "../query/windows";
import { get } from "./rest";

const script = readFileSync(join(process.cwd(), "public/early.js"), "utf8");
const cookie = (text: string) => Object.assign(document, { cookie: text });
const run = () => new Function(script).call(window);

afterEach(() => {
  vi.unstubAllGlobals();
  window.early = undefined;
  cookie("MMUSERID=; expires=Thu, 01 Jan 1970 00:00:00 GMT");
  localStorage.clear();
});

function answering(body: unknown) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    return Promise.resolve(new Response(JSON.stringify(body)));
  });
  return asked;
}

it("asks for everything that the first load asks for, once", async () => {
  cookie("MMUSERID=somebody");
  const asked = answering({ id: "me" });
  run();
  const source = readFileSync(join(process.cwd(), "src/query/load.ts"), "utf8");
  const world = source.slice(source.indexOf("export async function loadWorld"), source.indexOf("store.me ="));
  const direct = [...world.matchAll(/get<[^>]*>\("([^"]+)"\)/g)].map((found) => `/api/v4${found[1]}`);
  expect(direct.length).toBeGreaterThan(3);
  for (const address of direct) expect(asked).toContain(address);
  const early = asked.length;
  expect(await get("/users/me")).toEqual({ id: "me" });
  expect(asked.length).toBe(early);
  await get("/users/me");
  expect(asked.length).toBe(early + 1);
});

it("asks for nothing when somebody was here before, or nobody is signed in", () => {
  const asked = answering({});
  run();
  cookie("MMUSERID=somebody");
  localStorage.setItem("muster.user", "me");
  run();
  expect(asked).toEqual([]);
});

it("asks for the channel of the address under the address that opening it has", async () => {
  cookie("MMUSERID=somebody");
  history.replaceState(null, "", "/team/channels/harbour");
  const asked = answering({ id: "one", order: [], posts: {}, prev_post_id: "", next_post_id: "" });
  run();
  expect(asked).toContain("/api/v4/teams/name/team/channels/name/harbour");
  await vi.waitFor(() => expect(asked.at(-1)).toContain("/posts/unread"));
  const early = asked.length;
  await openChannel("one");
  expect(asked.length).toBe(early);
});

it("asks for no channel where a post is looked for, and for none that is not there", async () => {
  cookie("MMUSERID=somebody");
  history.replaceState(null, "", "/team/channels/harbour/post");
  const asked = answering({});
  run();
  expect(asked.some((address) => address.includes("/name/"))).toBe(false);
  history.replaceState(null, "", "/team/channels/nowhere");
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    return Promise.resolve(new Response("{}", { status: 404 }));
  });
  run();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(asked.some((address) => address.includes("/posts/unread"))).toBe(false);
});
