// The service worker: keeps the files of the client, so that it opens without a network and a tab that is still open
// finds its parts after the server was renewed; and shows what the reader is told of, also while no page is open.
//
// It refuses to know the API, but for the answers to a notification and for what waits to be sent: what is under /api/ goes to the network untouched, so
// nothing said there is ever stale.
// Pages are asked of the network first; the kept one answers when there is none. Files under /assets/ carry a hash of
// what is inside, so the kept one is the right one.

import { answer, buttons, keepWords, type Place, type Words } from "./answer";
import type { Told } from "./notification";
import { sendWaiting, TAG } from "./outbox";
import { keepShared } from "./shared";
import { toKeep } from "./spoken";

/** Filled in by the build: what the client is made of. */
const FILES = "__FILES__" as unknown as readonly string[];
/** Filled in by the build: a hash of those names. */
const VERSION = "__VERSION__";

/** A network that says nothing for this long is as good as none: the page is at hand. */
const PAGE_MS_MAX = 4_000;
/** The version before stays, for tabs that were opened with it. */
const VERSIONS_KEPT = 2;
const PAGE = "/index.html";
/** Where other apps share to; the manifest names it. No server ever sees it. */
const SHARE = "/share";
const PREFIX = "muster-";
const CACHE = PREFIX + VERSION;

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Asked extends Extendable {
  /** "take over", a file of whom it is asked whether it is of this version, or what is to be shown or taken away. */
  readonly data: string | { readonly told?: Told; readonly read?: readonly string[]; readonly words?: Words };
  readonly ports: readonly MessagePort[];
}
interface Synced extends Extendable {
  readonly tag: string;
}
interface Pushed extends Extendable {
  readonly data: { json(): Told } | null;
}
/** What a notification carries for the click on it, and for the next one of its channel or thread. */
interface Carried extends Place {
  readonly path: string;
  readonly at: number;
  readonly count: number;
}
interface Shown extends Notification {
  readonly data: Carried;
}
interface Clicked extends Extendable {
  /** The button that was pressed; empty for the notification itself. */
  readonly action?: string;
  /** What was written in it, where the browser has a field for that. */
  readonly reply?: string;
  readonly notification: Shown;
}
interface Page {
  readonly focused: boolean;
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}
interface Scope {
  addEventListener(name: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(name: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(name: "message", listener: (event: Asked) => void): void;
  addEventListener(name: "sync", listener: (event: Synced) => void): void;
  addEventListener(name: "push", listener: (event: Pushed) => void): void;
  addEventListener(name: "notificationclick", listener: (event: Clicked) => void): void;
  skipWaiting(): Promise<void>;
  readonly registration: {
    /** Chromium and browsers made from it have it. */
    readonly sync?: { register(tag: string): Promise<void> };
    getNotifications(filter?: { tag: string }): Promise<Shown[]>;
    showNotification(
      title: string,
      options: NotificationOptions & { renotify: boolean; actions: Awaited<ReturnType<typeof buttons>> },
    ): Promise<void>;
  };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(filter: { type: "window"; includeUncontrolled: boolean }): Promise<Page[]>;
    openWindow(path: string): Promise<unknown>;
  };
}
const scope = globalThis as unknown as Scope;

scope.addEventListener("install", (event) => event.waitUntil(keepAll()));
scope.addEventListener("activate", (event) => event.waitUntil(dropOld().then(() => scope.clients.claim())));
scope.addEventListener("message", (event) => {
  const asked = event.data;
  if (asked === "take over") event.waitUntil(scope.skipWaiting());
  else if (typeof asked === "string") event.ports[0]?.postMessage(FILES.includes(asked));
  else {
    const { told, read, words } = asked;
    if (words) event.waitUntil(keepWords(words));
    if (told) event.waitUntil(inTurn(() => show(told)));
    if (read) event.waitUntil(inTurn(() => clear(read)));
  }
});
scope.addEventListener("sync", (event) => {
  if (event.tag === TAG) event.waitUntil(sendLeft());
});
scope.addEventListener("push", (event) => {
  const told = event.data?.json();
  if (told) event.waitUntil(inTurn(() => hear(told)));
});
scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clicked(event));
});
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method === "POST" && address.origin === location.origin && address.pathname === SHARE)
    return event.respondWith(take(request));
  if (request.method !== "GET" || address.origin !== location.origin || isServers(address.pathname)) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (address.pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

/** Whether an address is the server's alone: the API, and the steps of a sign-in by a provider, which may take their time. */
function isServers(path: string): boolean {
  return path.startsWith("/api/") || path.startsWith("/oauth/") || /^\/(signup|login)\/[^/]+\/complete$/.test(path);
}

let last: Promise<unknown> = Promise.resolve();
/** One after the other: each looks at what the one before has shown. */
function inTurn(work: () => Promise<void>): Promise<unknown> {
  last = last.then(work, work);
  return last;
}

/** A page that is open sends by itself. What fails is asked for again by the browser. */
async function sendLeft(): Promise<void> {
  if ((await pages()).length === 0 && !(await sendWaiting())) throw new Error("some of it still waits");
}

const pages = () => scope.clients.matchAll({ type: "window", includeUncontrolled: true });

/** What the server tells. A page that is looked at tells by itself what is worth telling. */
async function hear(told: Told): Promise<void> {
  if ((await pages()).every((page) => page.visibilityState !== "visible")) await show(told);
}

/** One notification for a channel or thread: the newest, and how many there were. What is old or was shown already is
 * not. */
async function show(told: Told): Promise<void> {
  const tag = told.root_id || told.channel_id;
  const before = await scope.registration.getNotifications({ tag });
  const newest = Math.max(...before.map((one) => one.data.at), 0);
  if (newest >= told.create_at) return;
  const count = before.reduce((sum, one) => sum + one.data.count, 1);
  const where = told.channel === "" ? told.sender : `${told.sender} · ${told.channel}`;
  const path = `/${encodeURIComponent(told.team || "_redirect")}/pl/${encodeURIComponent(told.post_id)}`;
  await scope.registration.showNotification(count === 1 ? where : `${where} (${count})`, {
    body: told.text,
    tag,
    renotify: true,
    silent: told.silent ?? null,
    actions: await buttons(),
    data: {
      path,
      at: told.create_at,
      count,
      channelId: told.channel_id,
      rootId: told.root_id,
      team: told.team,
    } satisfies Carried,
  });
}

/** Closes the notifications of channels and threads. */
async function clear(ids: readonly string[]): Promise<void> {
  for (const one of await scope.registration.getNotifications()) if (ids.includes(one.tag)) one.close();
}

/** A button does its deed; where that fails, and for all else, the post opens. */
async function clicked({ action = "", reply = "", notification }: Clicked): Promise<void> {
  const outcome = action === "" ? "left" : await answer(action, reply, notification.data);
  if (outcome === "left") await open(notification.data.path);
  if (action === "reply" && outcome !== "done") await sendLater();
}

/** A page that is open sends what waits; without one the browser asks the worker to. */
async function sendLater(): Promise<void> {
  const all = await pages();
  for (const page of all) page.postMessage({ waits: true });
  // Without such a service, or where the reader forbids it, the next page sends it.
  if (all.length === 0) await scope.registration.sync?.register(TAG).catch(() => undefined);
}

/** Goes to a post in a page that is open, or opens one. */
async function open(path: string): Promise<void> {
  const all = await pages();
  const page = all.find((one) => one.focused) ?? all.find((one) => one.visibilityState === "visible") ?? all[0];
  if (!page) return void (await scope.clients.openWindow(path));
  // The browser may keep the focus where it is; the page goes there all the same.
  await page.focus().catch(() => undefined);
  page.postMessage({ open: path });
}

async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  // One that is not there fails the whole: the version before stays then, and the next visit tries again.
  await cache.addAll([PAGE, ...toKeep(FILES, await pathsKept())]);
}

/** What all versions have kept until now. */
async function pathsKept(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map((one) => new URL(one.url).pathname);
}

async function dropOld(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(names.slice(0, 1 - VERSIONS_KEPT).map((name) => caches.delete(name)));
}

async function page(request: Request): Promise<Response> {
  const kept = await caches.match(PAGE, { cacheName: CACHE });
  if (!kept) return fetch(request);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PAGE_MS_MAX) });
    // A gateway in front of a server that restarts has no page of ours.
    return answer.status >= 500 ? kept : answer;
  } catch {
    return kept;
  }
}

/** Keeps what another app shares, and opens the page that asks where it goes. */
async function take(request: Request): Promise<Response> {
  await keepShared(await request.formData());
  return Response.redirect("/?open=share", 303);
}

async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(CACHE);
    // A full disk is no reason to withhold the file.
    await cache.put(request, answer.clone()).catch(() => undefined);
  }
  return answer;
}
