// The emoji everybody has: their characters, names and groups, loaded when first needed (32 KB gzip).
//
// Names are those the server accepts in reactions, so what is picked here is never refused there.

import { createSignal } from "solid-js";

export interface Emoji {
  readonly character: string;
  /** The first is the one written into messages. */
  readonly names: readonly string[];
  readonly tags: string;
  readonly tones: boolean;
}

export interface Group {
  readonly key: GroupKey;
  readonly emoji: readonly Emoji[];
}

export type GroupKey =
  | "smileys-emotion"
  | "people-body"
  | "animals-nature"
  | "food-drink"
  | "travel-places"
  | "activities"
  | "objects"
  | "symbols"
  | "flags";

export interface Emojis {
  readonly groups: readonly Group[];
  readonly byName: ReadonlyMap<string, Emoji>;
}

export const TONES = [
  { key: "none", suffix: "", modifier: "" },
  { key: "light", suffix: "_light_skin_tone", modifier: "\u{1F3FB}" },
  { key: "mediumLight", suffix: "_medium_light_skin_tone", modifier: "\u{1F3FC}" },
  { key: "medium", suffix: "_medium_skin_tone", modifier: "\u{1F3FD}" },
  { key: "mediumDark", suffix: "_medium_dark_skin_tone", modifier: "\u{1F3FE}" },
  { key: "dark", suffix: "_dark_skin_tone", modifier: "\u{1F3FF}" },
] as const;

export type Tone = (typeof TONES)[number];

/** Longer suffixes first, so that `_medium_light_skin_tone` is not taken for `_light_skin_tone`. */
const SUFFIXES = [...TONES].filter((tone) => tone.suffix !== "").sort((a, b) => b.suffix.length - a.suffix.length);

type Row = readonly [character: string, names: string, tags: string, tones: number];

const [loaded, setLoaded] = createSignal<Emojis>();
let loading: Promise<Emojis> | undefined;

/** What is loaded; tracks the arrival. */
export const emojis = loaded;

export function loadEmojis(): Promise<Emojis> {
  loading ??= import("./emoji.gen.json").then((module) => {
    const made = index(module.default as unknown as readonly (readonly [GroupKey, readonly Row[]])[]);
    setLoaded(made);
    return made;
  });
  // A failed load (offline) is tried again by the next who asks.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

function index(rows: readonly (readonly [GroupKey, readonly Row[]])[]): Emojis {
  const byName = new Map<string, Emoji>();
  const groups = rows.map(([key, members]) => ({
    key,
    emoji: members.map(([character, names, tags, tones]): Emoji => {
      const one = { character, names: names.split(" "), tags, tones: tones === 1 };
      for (const name of one.names) byName.set(name, one);
      return one;
    }),
  }));
  return { groups, byName };
}

/** Tones as others write them: from 1 (`_tone1`), or from 2 as on the scale that they come from (`::skin-tone-2`). */
const NUMBERED = /^(.+?)(?:_tone([1-5])|::skin-tone-([2-6]))$/;

/** The name without its tone, and the tone; nothing where it names none. */
function parted(name: string): readonly [bare: string, tone: Tone] | undefined {
  const suffixed = SUFFIXES.find((one) => name.endsWith(one.suffix));
  if (suffixed) return [name.slice(0, -suffixed.suffix.length), suffixed];
  const [, bare = "", fromOne, fromTwo] = NUMBERED.exec(name) ?? [];
  const tone = TONES[fromOne ? Number(fromOne) : Number(fromTwo) - 1];
  return tone && [bare, tone];
}

/** The character of a name such as `tada`, `wave_dark_skin_tone` or `wave_tone5`; nothing for names nobody has. */
export function characterOf(name: string, known: Emojis): string | undefined {
  const plain = known.byName.get(name);
  if (plain) return plain.character;
  const [bare, tone] = parted(name) ?? [];
  const one = bare === undefined ? undefined : known.byName.get(bare);
  return one?.tones && tone ? toned(one, tone) : undefined;
}

export function toned(one: Emoji, tone: Tone): string {
  if (!one.tones || tone.modifier === "") return one.character;
  const [first, ...rest] = one.character;
  return [first, tone.modifier, ...(rest[0] === "\uFE0F" ? rest.slice(1) : rest)].join("");
}

export function nameOf(one: Emoji, tone: Tone): string {
  const name = one.names[0] ?? "";
  return one.tones ? name + tone.suffix : name;
}
