// The REST half of the public API: one function per kind of request, typed by the wire types.
//
// The session is an HttpOnly cookie, which no script can read; writes carry the CSRF token that the server puts into a
// cookie of its own. What the server refuses becomes a `Refusal`, what never reached it an `Unreachable`.

import { refusalText } from "../i18n/refusal";

const API = "/api/v4";

/** The server answered, and said no. Its message is in the reader's language, where we have words for it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly id: string,
    message: string,
  ) {
    super(message);
  }
}

/** No answer came: the network or the server is away. Trying again may help. */
export class Unreachable extends Error {}

export type Query = Record<string, string | number | boolean | undefined>;

function address(path: string, query?: Query): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const search = new URLSearchParams(pairs).toString();
  return search === "" ? API + path : `${API}${path}?${search}`;
}

/** The token that writes carry. It is one for each session, so it also tells which session is this one. */
export function csrf(): string {
  return /(?:^|; )MMCSRF=([^;]*)/.exec(document.cookie)?.[1] ?? "";
}

let whenSignedOut: () => void = () => {};

/** Calls `listener` when the server no longer knows the session. */
export function onSignedOut(listener: () => void): void {
  whenSignedOut = listener;
}

let connectionId = "";

/** Names the socket of this tab, so that the server does not tell it what it did itself. */
export function useConnection(id: string): void {
  connectionId = id;
}

declare global {
  interface Window {
    /** Answers that the page asked for while this program was on its way (`public/early.js`), by address. */
    early?: Map<string, Promise<Response>> | undefined;
  }
}

/** The answer that was asked for early; it is as old as the page, so it serves once, and only who begins with it. */
async function takeEarly(asked: string): Promise<Response | undefined> {
  const answer = window.early?.get(asked);
  window.early?.delete(asked);
  // One that did not come is asked for again.
  return answer?.catch(() => undefined);
}

/** Forgets the early answers: from here on the socket tells what happens, and what is older would hide it. */
export function dropEarly(): void {
  window.early = undefined;
}

/** Sends a request and gives the answer, whatever its status.
 * @throws {Unreachable} when no answer came. */
async function send(method: string, path: string, init: { query?: Query; body?: BodyInit; json?: boolean }) {
  const early = method === "GET" && window.early ? await takeEarly(address(path, init.query)) : undefined;
  if (early) return early;
  const headers: Record<string, string> = { "X-Requested-With": "XMLHttpRequest" };
  if (method !== "GET") headers["X-CSRF-Token"] = csrf();
  if (connectionId !== "") headers["Connection-Id"] = connectionId;
  if (init.json) headers["Content-Type"] = "application/json";
  try {
    return await fetch(address(path, init.query), { method, headers, body: init.body, credentials: "same-origin" });
  } catch (cause) {
    throw new Unreachable("The server cannot be reached.", { cause });
  }
}

/** Who has no session is shown the sign-in page, which does not wait for words that nobody reads. Other refusals of this
 * kind, as of a wrong code, end none. */
const NO_SESSION = "api.context.session_expired.app_error";

async function refusal(response: Response): Promise<Refusal> {
  const body = (await response.json().catch(() => ({}))) as { id?: string; message?: string };
  const { id = "", message = response.statusText } = body;
  return new Refusal(response.status, id, id === NO_SESSION ? message : await refusalText(id, message));
}

async function read<T>(response: Response): Promise<T> {
  // A part of an upload is answered with nothing.
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
  const problem = await refusal(response);
  if (problem.id === NO_SESSION && !response.url.endsWith("/users/login")) whenSignedOut();
  // A gateway in front of a server that restarts says so in these words.
  if (response.status === 502 || response.status === 504) throw new Unreachable(problem.message);
  throw problem;
}

async function withBody<T>(method: string, path: string, body: unknown, query?: Query): Promise<T> {
  return read<T>(await send(method, path, { query, body: JSON.stringify(body ?? {}), json: true }));
}

/** GET, and the answer as `T`. */
export async function get<T>(path: string, query?: Query): Promise<T> {
  return read<T>(await send("GET", path, { query }));
}

/** GET, and the answer as the lines of JSON that it is. */
export async function lines<T>(path: string, query?: Query): Promise<T[]> {
  const response = await send("GET", path, { query });
  if (!response.ok) return read<T[]>(response);
  const text = await response.text();
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : (JSON.parse(line) as T | T[])));
}

export const post = <T>(path: string, body?: unknown, query?: Query) => withBody<T>("POST", path, body, query);
export const put = <T>(path: string, body?: unknown, query?: Query) => withBody<T>("PUT", path, body, query);
export const patch = <T>(path: string, body?: unknown) => withBody<T>("PATCH", path, body);
export const remove = <T>(path: string, body?: unknown, query?: Query) => withBody<T>("DELETE", path, body, query);

/** Sends a form with files, as pictures and emoji want it. */
export async function form<T>(path: string, body: FormData): Promise<T> {
  return read<T>(await send("POST", path, { body }));
}

/** The address of something that the browser loads itself, as a picture. */
export const link = (path: string, query?: Query) => address(path, query);
