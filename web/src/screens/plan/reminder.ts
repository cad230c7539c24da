// `/remind`: what is to be remembered, and when, in one line of words.
import { formatDate, language } from "../../i18n/language";
import { converse } from "../../query/do";
import { remind, say } from "../../query/later";
import { store } from "../../query/world";
import { toast } from "../../ui";
import { readTime } from "./natural";
import { TIME_WORDS } from "./natural-words";
import { t } from "./strings";

export interface Reminder {
  readonly what: string;
  readonly at: number;
}

/** A time is looked for among this many words at either end. */
const WORDS_MAX = 12;

/** Parts words into what and when; the time stands at the end or at the beginning, and the longer one is meant. */
export function readReminder(words: string, now: number, locale: string): Reminder | undefined {
  const all = [...words.matchAll(/\S+/g)];
  const from = Math.max(0, all.length - WORDS_MAX);
  for (let at = from; at < all.length; at += 1) {
    const cut = all[at]?.index ?? 0;
    const time = readTime(words.slice(cut), now, locale);
    if (time !== undefined) return { what: without(words.slice(0, cut), locale), at: time };
  }
  for (let count = Math.min(WORDS_MAX, all.length - 1); count > 0; count -= 1) {
    const cut = all[count]?.index ?? 0;
    const time = readTime(words.slice(0, cut), now, locale);
    if (time !== undefined) return { what: without(words.slice(cut), locale), at: time };
  }
  return undefined;
}

/** "me to call Ben" is about "call Ben". */
function without(text: string, locale: string): string {
  const what = text.trim();
  const leads = [locale.slice(0, 2), "en"].flatMap((name) => TIME_WORDS[name]?.lead ?? []);
  const lead = leads.find((one) => what.toLowerCase().startsWith(`${one} `));
  return lead === undefined ? what : what.slice(lead.length).trim();
}

/** What `/remind` would do in a thread (`rootId`) or outside of one; a text says why it would do nothing. */
export function reminderOf(words: string, rootId: string): Reminder | string {
  const now = Date.now();
  const found = readReminder(words, now, language());
  if (!found) return t("remindLacksTime");
  if (found.what === "" && rootId === "") return t("remindLacksWhat");
  return found.at > now ? found : t("inPast");
}

/**
 * Has the server remind of the thread that is open, or else of words: those are written into the reader's conversation
 * with himself or herself, since the server reminds of posts alone. Throws what is missing, as a sentence.
 */
export async function setReminder(words: string, rootId: string): Promise<void> {
  const found = reminderOf(words, rootId);
  if (typeof found === "string") throw new Error(found);
  const { what, at } = found;
  const thread = what === "" ? store.get("posts", rootId) : undefined;
  await remind(thread ?? (await say((await converse([store.me])).id, what)), at);
  toast({ text: t("remindersSet", { time: formatDate(at, "moment") }), kind: "success" });
}
