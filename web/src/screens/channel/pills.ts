// What stands for somebody, a channel or an emoji in a text that is being written, by its place. Pure: only the shape
// counts here; whether there is such a name `pills.tsx` knows.

export interface Pill {
  readonly from: number;
  readonly to: number;
  readonly kind: "mention" | "channel" | "emoji";
  /** In small letters, without its sign. */
  readonly name: string;
}

/** A longer text is read again at each key for too long. */
export const PILLS_LEN_MAX = 4_000;

/** Code comes first, so that nothing in it counts. */
const TOKEN =
  /```[\s\S]*?(?:```|$)|`[^`\n]*`|(?<![\p{L}\p{N}@])@(?<mention>[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)|(?<![\p{L}\p{N}~])~(?<channel>[a-z0-9][a-z0-9_-]*)|:(?<emoji>[a-z0-9_+-]+):/giu;

export function pillsOf(text: string): readonly Pill[] {
  if (text.length > PILLS_LEN_MAX) return [];
  const found: Pill[] = [];
  for (const match of text.matchAll(TOKEN)) {
    for (const kind of ["mention", "channel", "emoji"] as const) {
      const name = match.groups?.[kind];
      if (name) found.push({ from: match.index, to: match.index + match[0].length, kind, name: name.toLowerCase() });
    }
  }
  return found;
}
