// The API as a person of the sample team, for what a scenario needs to be there before it begins.
import { SAMPLE_PASSWORD } from "./world.mjs";

/** Requests under way at a time while something is filled. */
const AT_ONCE = 12;

export async function apiOf(server, name) {
  const login = await fetch(`${server}/api/v4/users/login`, {
    method: "POST",
    body: JSON.stringify({ login_id: name, password: SAMPLE_PASSWORD }),
  });
  const headers = { Authorization: `Bearer ${login.headers.get("token")}` };
  const ask = async (method, path, body) => {
    const answer = await fetch(`${server}/api/v4${path}`, { method, headers, body });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    get: (path) => ask("GET", path),
    post: (path, body) => ask("POST", path, body && JSON.stringify(body)),
    remove: (path) => ask("DELETE", path),
    put: (path, body) => ask("PUT", path, body && JSON.stringify(body)),
    /** Bytes as they are. */
    send: (path, bytes) => ask("POST", path, bytes),
  };
}

/** Does `deed` for every number under `count`, several at a time; the results are in order. */
export async function each(count, deed) {
  const results = new Array(count);
  let next = 0;
  const run = async () => {
    while (next < count) {
      const at = next;
      next += 1;
      results[at] = await deed(at);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, run));
  return results;
}
