// What the worker sends of what waits, with a database as pages keep it.
import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import { keepWaiting, postOf, sendWaiting } from "./outbox";

const ME = "mara";
const asked: { path: string; body: Record<string, unknown> }[] = [];
let answers: (path: string, message: string) => Response | undefined;

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function opened(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 2);
  request.onupgradeneeded = () => request.result.createObjectStore("pending");
  return done(request);
}

async function keep(name: string, message: string, create_at: number, state = "waiting") {
  const database = await opened(name);
  const pending_post_id = `${name}:${create_at}`;
  const post = { channel_id: "c", root_id: "", message, file_ids: [], pending_post_id, create_at, props: {}, id: "x" };
  await done(database.transaction("pending", "readwrite").objectStore("pending").put({ post, state }, pending_post_id));
  database.close();
}

async function left(name: string): Promise<string[]> {
  const database = await opened(name);
  const rows = await done(database.transaction("pending").objectStore("pending").getAll());
  database.close();
  return rows.map((row: { post: { message: string } }) => row.post.message);
}

const messages = () => asked.map(({ body }) => body.message);

beforeEach(async () => {
  asked.length = 0;
  for (const { name } of await indexedDB.databases()) await done(indexedDB.deleteDatabase(name ?? ""));
  answers = () => new Response("{}", { status: 201 });
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit) => {
    if (path === "/api/v4/users/me") return Response.json({ id: ME });
    const sent = JSON.parse(body as string) as Record<string, unknown>;
    asked.push({ path, body: sent });
    const answer = answers(path, sent.message as string);
    if (!answer) throw new TypeError("no network");
    return answer;
  });
});

it("sends what waits in the order in which it was written, and forgets it", async () => {
  await keep(`muster-${ME}`, "second", 2);
  await keep(`muster-${ME}`, "first", 1);
  expect(await sendWaiting()).toBe(true);
  expect(messages()).toEqual(["first", "second"]);
  const pending_post_id = `muster-${ME}:1`;
  const body = { channel_id: "c", root_id: "", message: "first", file_ids: [], pending_post_id, props: {} };
  expect(asked[0]).toEqual({ path: "/api/v4/posts", body });
  expect(await left(`muster-${ME}`)).toEqual([]);
});

it("keeps the rest for later where the network goes again", async () => {
  for (const [at, message] of ["first", "second", "third"].entries()) await keep(`muster-${ME}`, message, at);
  answers = (_, message) => (message === "first" ? new Response("{}", { status: 201 }) : undefined);
  expect(await sendWaiting()).toBe(false);
  expect(messages()).toEqual(["first", "second"]);
  expect(await left(`muster-${ME}`)).toEqual(["second", "third"]);
});

it("leaves what was refused to a page, and goes on", async () => {
  await keep(`muster-${ME}`, "into an archived channel", 1);
  await keep(`muster-${ME}`, "good", 2);
  answers = (_, message) => new Response("{}", { status: message === "good" ? 201 : 403 });
  expect(await sendWaiting()).toBe(true);
  expect(await left(`muster-${ME}`)).toEqual(["into an archived channel"]);
});

it("sends nothing that failed before, and nothing of somebody else", async () => {
  await keep(`muster-${ME}`, "failed", 1, "failed");
  await keep("muster-tomas", "of tomas", 1);
  expect(await sendWaiting()).toBe(true);
  expect(messages()).toEqual([]);
  expect(await left("muster-tomas")).toEqual(["of tomas"]);
});

it("keeps a reply to a notification with what waits, and sends it in its turn", async () => {
  await keep(`muster-${ME}`, "before", 1);
  expect(await keepWaiting(postOf({ user: ME, channelId: "c", rootId: "r", message: "reply" }, 2))).toBe(true);
  expect(await sendWaiting()).toBe(true);
  expect(messages()).toEqual(["before", "reply"]);
  expect(asked[1]?.body).toMatchObject({ channel_id: "c", root_id: "r", message: "reply" });
});

it("keeps no reply where pages keep nothing", async () => {
  expect(await keepWaiting(postOf({ user: "", channelId: "c", rootId: "", message: "reply" }, 2))).toBe(false);
  expect(await indexedDB.databases()).toEqual([]);
});
