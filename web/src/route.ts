// The address: which screen it names, and how to go to another. Addresses are those that links to posts and channels
// have everywhere, so a link from elsewhere opens the same place here.
import { createSignal } from "solid-js";

/** What lets somebody in to a team: the link that the team has, or a token that one mail brought. Empty where there is none. */
export interface Invite {
  readonly id: string;
  readonly token: string;
}

export type Route =
  | { readonly screen: "home" }
  | { readonly screen: "login"; readonly invite: Invite }
  | { readonly screen: "signup"; readonly invite: Invite }
  | { readonly screen: "forgot" }
  | { readonly screen: "reset"; readonly token: string }
  | { readonly screen: "verify"; readonly token: string; readonly email: string }
  | { readonly screen: "unverified"; readonly email: string }
  | { readonly screen: "link"; readonly token: string }
  | { readonly screen: "desktop"; readonly client: string; readonly server: string }
  | { readonly screen: "teams" }
  | { readonly screen: "admin"; readonly section: string }
  | { readonly screen: "channel"; readonly team: string; readonly name: string; readonly post: string }
  | { readonly screen: "direct"; readonly team: string; readonly name: string; readonly post: string }
  | { readonly screen: "inbox"; readonly team: string }
  | { readonly screen: "threads"; readonly team: string }
  | { readonly screen: "thread"; readonly team: string; readonly root: string }
  | { readonly screen: "drafts"; readonly team: string; readonly what: "drafts" | "scheduled" }
  | { readonly screen: "permalink"; readonly team: string; readonly post: string };

/** What an address means. */
export function parse(path: string, search: string): Route {
  const parts = path
    .split("/")
    .filter((part) => part !== "")
    .map(decode);
  const [first = "", second = "", third = "", fourth = ""] = parts;
  if (first === "") return { screen: "home" };
  const entry = parseEntry(first, second, new URLSearchParams(search));
  if (entry) return entry;
  if (first === "select_team" || first === "create_team") return { screen: "teams" };
  if (first === "admin" || first === "admin_console") return { screen: "admin", section: parts.slice(1).join("/") };
  if (second === "inbox") return { screen: "inbox", team: first };
  if (second === "threads") return { screen: "threads", team: first };
  if (second === "thread" && third !== "") return { screen: "thread", team: first, root: third };
  if (second === "drafts") return { screen: "drafts", team: first, what: "drafts" };
  if (second === "scheduled_posts") return { screen: "drafts", team: first, what: "scheduled" };
  if (second === "pl" && third !== "") return { screen: "permalink", team: first, post: third };
  if (second === "messages" && third !== "") return { screen: "direct", team: first, name: third, post: fourth };
  if (second === "channels" && third !== "") return { screen: "channel", team: first, name: third, post: fourth };
  return { screen: "channel", team: first, name: "", post: "" };
}

/** The addresses that make sense without a session: those that the server mails, too. */
function parseEntry(first: string, second: string, query: URLSearchParams): Route | undefined {
  const asked = (name: string) => query.get(name) ?? "";
  const invite = { id: asked("id"), token: asked("t") };
  if (first === "login" && second === "desktop")
    return { screen: "desktop", client: asked("client_token"), server: asked("server_token") };
  if (first === "login" && second === "one_time_link") return { screen: "link", token: asked("t") };
  if (first === "login") return { screen: "login", invite };
  if (first === "signup_user_complete" || first === "signup") return { screen: "signup", invite };
  if (first === "reset_password") return { screen: "forgot" };
  if (first === "reset_password_complete") return { screen: "reset", token: asked("token") };
  if (first === "do_verify_email") return { screen: "verify", token: asked("token"), email: asked("email") };
  if (first === "should_verify_email") return { screen: "unverified", email: asked("email") };
  return undefined;
}

/** The invitation of the address, if it has one. */
export function inviteOf(one: Route): Invite | undefined {
  if (one.screen !== "login" && one.screen !== "signup") return undefined;
  return one.invite.id !== "" || one.invite.token !== "" ? one.invite : undefined;
}

/** The address of a page that an invitation goes on to. */
export function withInvite(path: "/login" | "/signup", invite: Invite | undefined): string {
  if (!invite) return path;
  return `${path}?${new URLSearchParams(invite.token !== "" ? { t: invite.token } : { id: invite.id })}`;
}

/** The address of the sign-in page that leads on to a path of ours. */
export function signInFor(path: string): string {
  return path === "/" ? "/login" : `/login?${new URLSearchParams({ redirect_to: path })}`;
}

/** What an address of the sign-in page leads on to: a path of this site, and never another one. */
export function wantedOf(search: string): string {
  const asked = new URLSearchParams(search).get("redirect_to") ?? "/";
  const here = URL.canParse(asked, location.origin) ? new URL(asked, location.origin) : undefined;
  const isPath = asked.startsWith("/") && here?.origin === location.origin;
  return here && isPath ? here.pathname + here.search + here.hash : "/";
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const here = () => parse(location.pathname, location.search);
const [current, setCurrent] = createSignal<Route>(here());
window.addEventListener("popstate", () => setCurrent(here()));

export const route = current;

/** Goes to an address of ours; `replace` leaves no step to come back to. */
export function go(path: string, how: "push" | "replace" = "push"): void {
  if (path !== location.pathname + location.search) {
    if (how === "push") history.pushState(null, "", path);
    else history.replaceState(null, "", path);
  }
  setCurrent(here());
}

/** For links: the browser's own click still opens tabs and copies addresses; a plain one stays in the page. */
export function follow(event: MouseEvent): void {
  const anchor = (event.currentTarget as Element).closest("a");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!anchor || !plain || event.defaultPrevented) return;
  event.preventDefault();
  const { pathname, search } = new URL(anchor.href);
  go(pathname + search);
}
