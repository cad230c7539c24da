// People by their user name: mentions name them so, and messages ask for many at a time.
import { createMemo, createRoot } from "solid-js";
import { post } from "../../net/rest";
import { store } from "../../query/world";
import { put } from "../../state/tables";
import type { User } from "../../wire.gen";

const GATHER_MS = 40;
const NAMES_MAX = 100;

const byName = createRoot(() =>
  createMemo(() => {
    const names = new Map<string, string>();
    for (const [id, user] of store.all("users")) names.set(user.username, id);
    return names;
  }),
);

const wanted = new Set<string>();
const asked = new Set<string>();
let timer: number | undefined;

/** Whether there is somebody of that name among those who are known already; asks nobody. */
export const isUser = (name: string): boolean => byName().has(name);

/** The user of that name; one that is not known is asked for once, and the text is read again when it has come. */
export function userNamed(name: string): User | undefined {
  const id = byName().get(name);
  if (id) return store.row("users", id);
  if (!asked.has(name) && /^[a-z0-9._-]{1,64}$/.test(name)) {
    asked.add(name);
    wanted.add(name);
    if (timer === undefined) timer = window.setTimeout(ask, GATHER_MS);
  }
  return undefined;
}

function ask(): void {
  timer = undefined;
  const names = [...wanted].slice(0, NAMES_MAX);
  for (const name of names) wanted.delete(name);
  post<User[]>("/users/usernames", names)
    .then((users) => store.commit(users.map((user) => put("users", user.id, user))))
    // A name that could not be asked for stays text until the next visit.
    .catch(() => undefined);
}
