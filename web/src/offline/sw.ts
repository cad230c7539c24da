// The service worker: keeps the files of the client, so that it opens without a network and a tab that is still open
// finds its parts after the server was renewed.
//
// It refuses to know the API: what is under /api/ goes to the network untouched, so nothing said there is ever stale.
// Pages are asked of the network first; the kept one answers when there is none. Files under /assets/ carry a hash of
// what is inside, so the kept one is the right one.

/** Filled in by the build: what the client is made of. */
const FILES = "__FILES__" as unknown as readonly string[];
/** Filled in by the build: a hash of those names. */
const VERSION = "__VERSION__";

/** A network that says nothing for this long is as good as none: the page is at hand. */
const PAGE_MS_MAX = 4_000;
/** The version before stays, for tabs that were opened with it. */
const VERSIONS_KEPT = 2;
const PAGE = "/index.html";
const PREFIX = "muster-";
const CACHE = PREFIX + VERSION;

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Told extends Extendable {
  /** "take over", or a file of whom it is asked whether it is of this version. */
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}
interface Scope {
  addEventListener(name: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(name: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(name: "message", listener: (event: Told) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}
const scope = globalThis as unknown as Scope;

scope.addEventListener("install", (event) => event.waitUntil(keepAll()));
scope.addEventListener("activate", (event) => event.waitUntil(dropOld().then(() => scope.clients.claim())));
scope.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(scope.skipWaiting());
  else event.ports[0]?.postMessage(FILES.includes(String(event.data)));
});
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin || address.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (address.pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  // One that is not there fails the whole: the version before stays then, and the next visit tries again.
  await cache.addAll([PAGE, ...FILES]);
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

export {};
