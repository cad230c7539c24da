// What a notification can be answered with, while no page may be open: a reply, or that it was read.
//
// Its words are the reader's: a page tells them, and they are kept.
import { post } from "./ask";

const CACHE = "told";
const WORDS = "/told/words";

export interface Words {
  readonly reply: string;
  readonly markRead: string;
}

/** What a notification carries for its answers. */
export interface Place {
  readonly channelId: string;
  readonly rootId: string;
}

export async function keepWords(words: Words): Promise<void> {
  await (await caches.open(CACHE)).put(WORDS, new Response(JSON.stringify(words)));
}

/** The buttons of a notification; none until a page has told their words. */
export async function buttons(): Promise<{ action: string; title: string; type?: string }[]> {
  const kept = await (await caches.open(CACHE)).match(WORDS);
  if (!kept) return [];
  const words = (await kept.json()) as Words;
  return [
    // Where a browser lets nobody write in a notification, the button opens the message.
    { action: "reply", title: words.reply, type: "text" },
    { action: "read", title: words.markRead },
  ];
}

/** Does what a button says; false where a page has to. */
export async function answer(action: string, text: string, { channelId, rootId }: Place): Promise<boolean> {
  const read = { channel_id: channelId, prev_channel_id: "", collapsed_threads_supported: true };
  if (action === "read") return done("/channels/members/me/view", read);
  if (action !== "reply" || text.trim() === "") return false;
  const sent = await done("/posts", { channel_id: channelId, root_id: rootId, message: text.trim() });
  if (sent) await done("/channels/members/me/view", read);
  return sent;
}

const done = async (path: string, body: unknown): Promise<boolean> => (await post(path, body))?.ok ?? false;
