// A client of the API: one function that asks any endpoint, with the types of that endpoint.

import { ENDPOINTS, type Endpoints, type ErrorBody } from "./api.gen.js";

export * from "./api.gen.js";

/** What one endpoint takes: `path`, `query` and `body`, each where there is one. */
export type Ask<N extends keyof Endpoints> = Omit<Endpoints[N], "answer">;
export type Answer<N extends keyof Endpoints> = Endpoints[N]["answer"];

/** Nothing has to be said where every part may be left out. */
type Arguments<N extends keyof Endpoints> = Record<never, never> extends Ask<N> ? [ask?: Ask<N>] : [ask: Ask<N>];

/** An answer that is no success. `id` names the error and stays the same from version to version. */
export class ApiError extends Error {
  readonly status: number;
  readonly id: string;
  readonly requestId: string;

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message || `the server answered ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.id = body.id ?? "";
    this.requestId = body.request_id ?? "";
  }
}

export interface Options {
  /** Address of the server, as `https://chat.example.com`. */
  readonly url: string;
  /** Token of a session or a personal access token; without one only open endpoints answer. */
  readonly token?: string;
  /** Takes the place of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

type Parts = {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
};

export class Client {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Signs in, and returns a client that is signed in. Throws `ApiError`, as `ask` does. */
  async signIn(login: string, password: string): Promise<Client> {
    const response = await this.#send("login", { body: { login_id: login, password } });
    return new Client({ ...this.#options, token: response.headers.get("Token") ?? "" });
  }

  /** Asks one endpoint by its name. Throws `ApiError` where the server refuses, and what `fetch` throws. */
  async ask<N extends keyof Endpoints>(name: N, ...[ask]: Arguments<N>): Promise<Answer<N>> {
    const response = await this.#send(name, (ask ?? {}) as Parts);
    const kind = response.headers.get("Content-Type") ?? "";
    if (kind.startsWith("application/json")) {
      const text = await response.text();
      return (text === "" ? undefined : JSON.parse(text)) as Answer<N>;
    }
    return (await response.blob()) as Answer<N>;
  }

  async #send(name: keyof Endpoints, { path = {}, query = {}, body }: Parts): Promise<Response> {
    const [method, template] = ENDPOINTS[name];
    const url = new URL(
      template.replace(/\{(\w+)\}/g, (_, variable: string) => encodeURIComponent(path[variable] ?? "")),
      this.#options.url,
    );
    for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, `${value}`);
    const headers = new Headers();
    if (this.#options.token) headers.set("Authorization", `Bearer ${this.#options.token}`);
    const isRaw = body instanceof FormData || body instanceof Blob || body instanceof URLSearchParams;
    if (body !== undefined && !isRaw) headers.set("Content-Type", "application/json");
    const send = this.#options.fetch ?? fetch;
    const sent = body === undefined ? null : isRaw ? body : JSON.stringify(body);
    const response = await send(url, { method, headers, body: sent });
    if (response.ok) return response;
    const refusal = await response.json().catch(() => ({}));
    throw new ApiError(response.status, refusal as Partial<ErrorBody>);
  }
}
