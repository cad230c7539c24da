// Requests of the worker to the server: those for the answers to a notification, and those for what waits to be sent.

/** As in pages, writes carry the token that the server puts into a cookie; other browsers than Chromium keep it from workers. */
async function token(): Promise<string> {
  const { cookieStore } = globalThis as { cookieStore?: { get(name: string): Promise<{ value?: string } | null> } };
  return (await cookieStore?.get("MMCSRF"))?.value ?? "";
}

/** The server's answer; nothing where it cannot be reached. */
async function ask(method: string, path: string, more: RequestInit): Promise<Response | undefined> {
  return fetch(`/api/v4${path}`, { method, credentials: "same-origin", ...more }).catch(() => undefined);
}

export const get = (path: string): Promise<Response | undefined> =>
  ask("GET", path, { headers: { "X-Requested-With": "XMLHttpRequest" } });

async function write(method: "POST" | "PUT", path: string, body: unknown): Promise<Response | undefined> {
  const headers = {
    "Content-Type": "application/json",
    "X-Requested-With": "XMLHttpRequest",
    "X-CSRF-Token": await token(),
  };
  return ask(method, path, { headers, body: JSON.stringify(body) });
}

export const post = (path: string, body: unknown) => write("POST", path, body);
export const put = (path: string, body: unknown) => write("PUT", path, body);
