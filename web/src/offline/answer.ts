// What a notification can be answered with, while no page may be open: a reply, or that it was read.
//
// This is all that the worker says to the server. Its words are the reader's: a page tells them, and they are kept.

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
  if (action === "read") return post("/channels/members/me/view", read);
  if (action !== "reply" || text.trim() === "") return false;
  const sent = await post("/posts", { channel_id: channelId, root_id: rootId, message: text.trim() });
  if (sent) await post("/channels/members/me/view", read);
  return sent;
}

/** As in pages, writes carry the token that the server puts into a cookie; other browsers than Chromium keep it from workers. */
async function token(): Promise<string> {
  const { cookieStore } = globalThis as { cookieStore?: { get(name: string): Promise<{ value?: string } | null> } };
  return (await cookieStore?.get("MMCSRF"))?.value ?? "";
}

async function post(path: string, body: unknown): Promise<boolean> {
  const headers = {
    "Content-Type": "application/json",
    "X-Requested-With": "XMLHttpRequest",
    "X-CSRF-Token": await token(),
  };
  const options = { method: "POST", headers, body: JSON.stringify(body), credentials: "same-origin" as const };
  return fetch(`/api/v4${path}`, options).then(
    (answered) => answered.ok,
    () => false,
  );
}
