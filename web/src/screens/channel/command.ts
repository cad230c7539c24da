// What a message that begins with a slash does: some of it here, as the server leaves it to clients, the rest there.
import { appAction } from "../../actions/app";
import { runCommand } from "../../query/do";
import { config } from "../../query/world";
import { go } from "../../route";
import { setDialog, setPanel } from "../place";
import { hasCommand } from "./suggest";

interface Place {
  readonly channelId: string;
  readonly rootId: string;
  readonly teamId: string;
}

const HERE = new Map<string, (words: string, place: Place) => unknown>([
  ["logout", () => appAction("signOut").perform()],
  ["poll", (words: string, { channelId, rootId }: Place) => setDialog({ kind: "poll", channelId, rootId, words })],
  ["remind", async (words: string, { rootId }: Place) => (await import("../plan/reminder")).setReminder(words, rootId)],
  ["search", (words: string) => setPanel({ kind: "search", terms: words, what: "posts" })],
  ["settings", () => appAction("settings").perform()],
  ["shortcuts", () => appAction("shortcuts").perform()],
]);

/** Commands that the server has none for, so that a team may have one of its own under these names. */
const FREE = new Set(["poll", "remind"]);

export async function command(message: string, place: Place): Promise<void> {
  const { channelId, rootId, teamId } = place;
  const [, name = "", words = ""] = /^\/(\S+)\s*(.*)$/s.exec(message) ?? [];
  const here = HERE.get(name.toLowerCase());
  if (here && !(FREE.has(name) && (await hasCommand(name, teamId)))) {
    await here(words.trim(), place);
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
