// What a message that begins with a slash does: some of it here, as the server leaves it to clients, the rest there.
import { appAction } from "../../actions/app";
import { runCommand } from "../../query/do";
import { config } from "../../query/world";
import { go } from "../../route";
import { setPanel } from "../place";
import { hasCommand } from "./suggest";

interface Place {
  readonly channelId: string;
  readonly rootId: string;
  readonly teamId: string;
}

const HERE = new Map<string, (words: string, rootId: string) => unknown>([
  ["logout", () => appAction("signOut").perform()],
  ["remind", async (words: string, rootId: string) => (await import("../plan/reminder")).setReminder(words, rootId)],
  ["search", (words: string) => setPanel({ kind: "search", terms: words, what: "posts" })],
  ["settings", () => appAction("settings").perform()],
  ["shortcuts", () => appAction("shortcuts").perform()],
]);

export async function command(message: string, { channelId, rootId, teamId }: Place): Promise<void> {
  const [, name = "", words = ""] = /^\/(\S+)\s*(.*)$/s.exec(message) ?? [];
  const here = HERE.get(name.toLowerCase());
  // A team may have a command of its own under a name that the server has none for.
  if (here && !(name === "remind" && (await hasCommand(name, teamId)))) {
    await here(words.trim(), rootId);
    return;
  }
  const answer = await runCommand(message, channelId, rootId, teamId);
  lead(answer.goto_location ?? "");
}

/** Goes where a command leads: a place of this server in this window, another site in one that knows nothing of this. */
function lead(address: string): void {
  if (address === "" || !URL.canParse(address, location.origin)) return;
  const to = new URL(address, location.origin);
  const site = config().SiteURL ?? "";
  const ours = [location.origin, URL.canParse(site) ? new URL(site).origin : ""];
  if (ours.includes(to.origin)) go(to.pathname + to.search);
  else if (to.protocol === "https:" || to.protocol === "http:") window.open(to.href, "_blank", "noopener,noreferrer");
}
