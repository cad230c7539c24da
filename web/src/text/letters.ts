// A message as letters, for what draws no elements: notifications, and what is read out.

import { characterOf, emojis, loadEmojis } from "../emoji/data";
import { parse } from "./parse";
import { letters, lined } from "./plain";

/** More is neither shown nor said, and no more is read at once on the page. */
const READ_LEN_MAX = 1_000;

/** With the emoji that are known by now; of the others the names. */
export function inLetters(text: string): string {
  const known = emojis();
  return letters(lined(parse(text.slice(0, READ_LEN_MAX))), (name) => known && characterOf(name, known));
}

/** Does `tell` with the letters: at once, or when the emoji are here where the text names one. */
export function whenInLetters(text: string, tell: (shown: string) => void): void {
  const told = () => tell(inLetters(text));
  // Offline the names do.
  if (emojis() === undefined && /:[a-z0-9_+-]+:/i.test(text)) loadEmojis().then(told, told);
  else told();
}
