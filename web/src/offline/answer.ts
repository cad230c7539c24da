// What a notification can be answered with, while no page may be open: a reply, or that it was read.
//
// Its words are the reader's: a page tells them, and they are kept.
import { get, post, put } from "./ask";
import { isLater, keepWaiting, postOf, sentAs } from "./outbox";

const CACHE = "told";
const WORDS = "/told/words";

export interface Words {
  /** The id of the reader. */
  readonly user: string;
  readonly reply: string;
  readonly markRead: string;
}

/** What a notification carries for its answers. */
export interface Place {
  readonly channelId: string;
  /** The thread of a reply; empty for what stands in the channel. */
  readonly rootId: string;
  /** The name of the team; empty for conversations. */
  readonly team: string;
}

export async function keepWords(words: Words): Promise<void> {
  await (await caches.open(CACHE)).put(WORDS, new Response(JSON.stringify(words)));
}

async function keptWords(): Promise<Words | undefined> {
  const kept = await (await caches.open(CACHE)).match(WORDS);
  return (await kept?.json()) as Words | undefined;
}

/** The buttons of a notification; none until a page has told their words. */
export async function buttons(): Promise<{ action: string; title: string; type?: string }[]> {
  const words = await keptWords();
  if (!words) return [];
  return [
    // Where a browser lets nobody write in a notification, the button opens the message.
    { action: "reply", title: words.reply, type: "text" },
    { action: "read", title: words.markRead },
  ];
}

/** The outcome of a notification action: a reply may wait in the outbox; a page retries what failed. */
export type Outcome = "done" | "waits" | "left";

/** Performs the action of a notification button. */
export async function answer(action: string, text: string, place: Place): Promise<Outcome> {
  if (action === "read") return (await read(place)) ? "done" : "left";
  if (action !== "reply" || text.trim() === "") return "left";
  const { channelId, rootId } = place;
  const user = (await keptWords())?.user ?? "";
  const reply = postOf({ user, channelId, rootId, message: text.trim() }, Date.now());
  const answered = await post("/posts", sentAs(reply));
  if (isDone(answered)) {
    await read(place);
    return "done";
  }
  // A page tries once more what was refused, and says why.
  const isKept = await keepWaiting(reply).catch(() => false);
  return isKept && isLater(answered) ? "waits" : "left";
}

/** Marks the channel or the thread as read: marking a channel leaves its threads unread. */
async function read({ channelId, rootId, team }: Place): Promise<boolean> {
  if (rootId === "") {
    const view = { channel_id: channelId, prev_channel_id: "", collapsed_threads_supported: true };
    return isDone(await post("/channels/members/me/view", view));
  }
  const teamId = await teamNamed(team);
  if (teamId === undefined) return false;
  return isDone(await put(`/users/me/teams/${teamId}/threads/${rootId}/read/${Date.now()}`, {}));
}

/** The id of a team of the reader's. Threads of conversations are in each of them. */
async function teamNamed(name: string): Promise<string | undefined> {
  const answered = await get("/users/me/teams");
  if (!answered?.ok) return undefined;
  const teams = (await answered.json()) as readonly { readonly id: string; readonly name: string }[];
  return teams.find((one) => name === "" || one.name === name)?.id;
}

const isDone = (answered: Response | undefined): boolean => answered?.ok ?? false;
