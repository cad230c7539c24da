// The server's own emoji: which names exist is asked once, and again when one is added; their pictures are loaded where
// they are shown.
import { createSignal } from "solid-js";
import { form, get, link, remove } from "../net/rest";
import type { Emoji } from "../wire.gen";
import { store } from "./world";

/** A picker with more is searched, not scrolled. */
const CUSTOM_MAX = 200;

const [known, setKnown] = createSignal<ReadonlyMap<string, Emoji>>(new Map());
let asked = false;

export const sourceOfEmoji = (one: Emoji): string => link(`/emoji/${one.id}/image`);

/** Asks anew, for who has asked before. */
export const refreshCustomEmojis = (): Promise<void> => (asked ? loadCustomEmojis() : Promise.resolve());

/** What is known is replaced. */
export async function loadCustomEmojis(): Promise<void> {
  asked = true;
  const all = await get<Emoji[]>("/emoji", { sort: "name", per_page: CUSTOM_MAX });
  setKnown(new Map(all.map((one) => [one.name, one])));
}

function ask(): void {
  if (asked) return;
  loadCustomEmojis().catch(() => {
    asked = false;
  });
}

export function customEmojiList(): Emoji[] {
  ask();
  return [...known().values()];
}

export function customEmojis(): { name: string; source: string }[] {
  return customEmojiList().map((one) => ({ name: one.name, source: sourceOfEmoji(one) }));
}

/** The picture of a name, when the server has one; tells posts that come with their emoji apart from nothing known. */
export function customEmoji(name: string): string | undefined {
  ask();
  const one = known().get(name);
  return one && sourceOfEmoji(one);
}

export async function addEmoji(name: string, image: File): Promise<void> {
  const body = new FormData();
  body.append("image", image, image.name);
  body.append("emoji", JSON.stringify({ name, creator_id: store.me }));
  const made = await form<Emoji>("/emoji", body);
  setKnown(new Map([...known(), [made.name, made]]));
}

export async function removeEmoji(one: Emoji): Promise<void> {
  await remove(`/emoji/${one.id}`);
  const left = new Map(known());
  left.delete(one.name);
  setKnown(left);
}
