// A session from the first request to sign-out: the cache first, then the socket, then everything anew.
//
// Events that arrive while a load is under way wait for it and are applied after it, so that nothing is lost between
// the two.
import type { WireEvent } from "../net/events";
import { type RequestOptions, usePasskey } from "../net/passkeys";
import { dropEarly, get, onSignedOut, post, Refusal, useConnection } from "../net/rest";
import { openSocket } from "../net/socket";
import { apply } from "../state/apply";
import type { Need } from "../state/effect";
import { put } from "../state/tables";
import type { User } from "../wire.gen";
import { afterPaint } from "./after-paint";
import { dropCache, dropTold, keepCache, openCache, rememberedUser } from "./cache";
import { saveDrafts } from "./drafts";
import { followDays } from "./follow-days";
import { heard } from "./heard";
import { heardForm } from "./interactive";
import { load, loadConfig, loadOrder, loadStatuses, loadWorld } from "./load";
import { notify } from "./notify";
import { followWorker, hurryOutbox, resume } from "./outbox";
import { followStatuses } from "./people";
import { isPushKept } from "./push-kept";
import { shownWindows } from "./shown";
import { forgetThreads } from "./thread-lists";
import { catchUp, said } from "./windows";
import {
  config,
  currentSocket,
  phase,
  setCaughtUp,
  setConfig,
  setLink,
  setLoaded,
  setPhase,
  store,
  useSocket,
} from "./world";

/** A typist who says nothing more for this long has stopped. */
export const TYPING_MS = 5_000;
const RETRY_MS = 3_000;
/** Needs of a burst of events travel once. */
const NEED_MS = 30;
/** The first load waits this long for the socket, so that nothing happens between the two unseen. */
const GREETING_MS = 250;
/** A page that is still busy after this long loads what it may have missed all the same. */
const REST_MS = 1_000;

let held: WireEvent[] | undefined;
let stops: (() => void)[] = [];

function receive(event: WireEvent): void {
  if (held) {
    held.push(event);
    return;
  }
  const effect = apply(store, event, Date.now());
  store.commit(effect.changes);
  if (event.event === "posted") said(effect.changes);
  effect.needs.forEach(want);
  notify(event);
  if (event.event === "open_dialog") heardForm(event);
  heard(event);
}

const needs = new Map<string, Need>();
let needTimer: number | undefined;

function want(need: Need): void {
  needs.set(`${need.load}/${need.id}`, need);
  if (needTimer !== undefined) return;
  needTimer = window.setTimeout(() => {
    needTimer = undefined;
    const all = [...needs.values()];
    needs.clear();
    // What cannot be loaded now is loaded with everything else after the reconnect.
    for (const one of all) load(one).catch(() => undefined);
  }, NEED_MS);
}

/** Everything anew, with the events of the meantime on top. */
async function refresh(): Promise<void> {
  held ??= [];
  await loadWorld();
  await complete();
}

/** What a loaded world lacks, and then the events that waited. */
async function complete(): Promise<void> {
  // Somebody looks at what is known already, and of that something may have been missed.
  const isAgain = phase() === "signedIn";
  try {
    setPhase("signedIn");
    await Promise.all([loadOrder(), catchUp(shownWindows())]);
    // Followed threads are known as far as somebody scrolled or was told; the list of them asks again.
    if (isAgain) forgetThreads();
    setLoaded(true);
  } finally {
    const events = held;
    held = undefined;
    // A post that the load has told of is counted already; `apply` knows it by its time.
    for (const event of events ?? []) if (!isCounted(event)) receive(event);
  }
  if (isAgain) setCaughtUp((count) => count + 1);
}

function isCounted(event: WireEvent): boolean {
  if (event.event !== "posted") return false;
  const post = JSON.parse(event.data.post as string) as { channel_id: string; create_at: number; root_id: string };
  const channel = store.get("channels", post.channel_id);
  return (
    channel !== undefined &&
    channel.last_post_at >= post.create_at &&
    store.get("windows", `c/${post.channel_id}`) === undefined
  );
}

/** A session that ended elsewhere may still open a socket, which then stays silent; a request tells, and signs out. */
function mustStillBeMe(): void {
  // Anything but a refusal is the network's, and the next link asks again.
  get<User>("/users/me").catch(() => undefined);
}

/** The server wants a second factor of everybody, and this account has none. */
const FACTOR_MISSING = "api.context.mfa_required.app_error";

async function refreshUntilDone(load = refresh): Promise<void> {
  for (let attempt = load; ; attempt = refresh) {
    try {
      await attempt();
      return;
    } catch (problem) {
      if (problem instanceof Refusal && problem.status === 401) {
        if (problem.id === FACTOR_MISSING) setPhase("factorMissing");
        return;
      }
      await new Promise((resolve) => window.setTimeout(resolve, RETRY_MS));
    }
  }
}

/** A browser that is told while it is closed goes on being told, also by a session that is new. */
function keepTold(session: "new" | "known"): void {
  if (!isPushKept()) return;
  import("./push").then(({ resumePush }) => resumePush(session)).catch(() => undefined);
}

/** Opens the link; resolves when the server has greeted. */
function begin(userId: string): Promise<void> {
  stops.push(keepCache(userId), followDays(userId), followStatuses(), followWorker(), forgetTypists());
  const greeted = new Promise<void>((resolve) => {
    useSocket(
      openSocket({
        onEvent: receive,
        onLost: () => void refreshUntilDone(),
        onConnection: (id) => {
          useConnection(id);
          // The link made me present before it greeted; the world, which says so too, may take a while to load.
          loadStatuses([userId]).catch(() => undefined);
          resolve();
        },
        onLink: (link) => {
          setLink(link);
          if (link !== "open") return;
          hurryOutbox();
          saveDrafts();
          if (!held) mustStillBeMe();
        },
      }),
    );
  });
  const online = () => currentSocket()?.hurry();
  window.addEventListener("online", online);
  stops.push(() => window.removeEventListener("online", online));
  return greeted;
}

function forgetTypists(): () => void {
  const interval = window.setInterval(() => {
    const old = Date.now() - TYPING_MS;
    const gone = [...store.ids("typing")].filter((id) => (store.get("typing", id)?.at ?? 0) < old);
    store.commit(gone.map((id) => put("typing", id, undefined)));
  }, 1_000);
  return () => window.clearInterval(interval);
}

/** Starts the tab: with what is on disk when somebody was signed in here, else by asking who it is. */
export async function start(known?: User): Promise<void> {
  onSignedOut(() => void end(dropTold));
  const remembered = rememberedUser();
  const cached = remembered !== "" && (known === undefined || known.id === remembered) && (await openCache(remembered));
  held = [];
  if (cached) {
    dropEarly();
    setPhase("signedIn");
  } else if (!(await introduce())) return;
  const greeting = begin(store.me);
  void greeting.then(() => keepTold(known ? "new" : "known"));
  void resume();
  if (cached) {
    // There is something to look at, and one load is enough when the link is there first.
    const late = Symbol("late");
    const patience = new Promise((resolve) => window.setTimeout(resolve, GREETING_MS, late));
    const first = await Promise.race([greeting, patience]);
    await refreshUntilDone();
    if (first !== late) return;
  } else {
    await refreshUntilDone(complete);
    dropEarly();
  }
  // What happened between the load and a late greeting is in neither; asking for it must not delay what is being drawn.
  if (store.me !== "") void greeting.then(rest).then(() => refreshUntilDone());
}

/** Until the page has nothing else to do, or long enough. */
const rest = (): Promise<void> =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in window) window.requestIdleCallback(() => resolve(), { timeout: REST_MS });
    else afterPaint(resolve);
  });

/** Learns who I am, and everything that goes with it; whether I am anybody. */
async function introduce(): Promise<boolean> {
  try {
    await loadWorld();
    await openCache(store.me);
    return true;
  } catch (problem) {
    held = undefined;
    dropEarly();
    await loadConfigPatiently();
    if (problem instanceof Refusal && problem.status === 401)
      setPhase(problem.id === FACTOR_MISSING ? "factorMissing" : "signedOut");
    else window.setTimeout(() => void start(), RETRY_MS);
    return false;
  }
}

async function loadConfigPatiently(): Promise<void> {
  try {
    await loadConfig();
  } catch {
    // The login page works with the names it has.
    setConfig({});
  }
}

/** Whether the browser is asked for the second factor again. */
export type Browser = "asked" | "remembered";

/** Signs in with a password, and a one-time code or a recovery code where the account has a second factor. */
export async function signIn(loginId: string, password: string, token: string, browser: Browser): Promise<void> {
  const remember_browser = browser === "remembered" ? "true" : "";
  await start(await post<User>("/users/login", { login_id: loginId, password, token, remember_browser }));
}

/** Signs in by the link of a mail, and a code where the account has a second factor. */
export async function signInByLink(link: string, token: string): Promise<void> {
  const user = await post<User>("/users/login", { magic_link_token: link, token });
  // Somebody may be in already: a guest who is invited once more, or another person.
  if (store.me !== "") await end(user.id === store.me ? dropTold : dropCache);
  await start(user);
}

/** Whose password was typed, and the password. */
export interface PasswordForm {
  readonly login_id: string;
  readonly password: string;
}

/** Signs in with a passkey: one of those that the account of `form` has, or any that the person chooses.
 * @throws {NoPasskey} when the person chose none. */
export async function signInByPasskey(form?: PasswordForm, browser: Browser = "asked"): Promise<void> {
  const options = await post<RequestOptions>("/users/login/passkey/begin", form);
  const credential = await usePasskey(options);
  await start(await post<User>("/users/login/passkey", { credential, remember_browser: browser === "remembered" }));
}

/** Signs out here and forgets what was kept. */
export async function signOut(): Promise<void> {
  // Without the server the session stays alive there, and the cookie here; then signing out did not happen.
  const told = await post<{ logout_url?: string }>("/users/logout");
  await end(dropCache);
  // The provider's own session ends there, where that is wanted.
  if (told?.logout_url) location.assign(told.logout_url);
}

/** Shows the sign-in page; `drop` says what of the user's is forgotten here. */
async function end(drop: (userId: string) => unknown): Promise<void> {
  const userId = store.me || rememberedUser();
  for (const stop of stops) stop();
  stops = [];
  held = undefined;
  currentSocket()?.close();
  useSocket(undefined);
  if (userId !== "") drop(userId);
  store.clear();
  setLoaded(false);
  if (Object.keys(config()).length === 0) await loadConfigPatiently();
  setPhase("signedOut");
}
