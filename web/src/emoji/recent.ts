// The emoji used lately and the chosen skin tone, kept in this browser. No secrets: losing them costs nothing.

import { createSignal } from "solid-js";
import { TONES, type Tone } from "./data";

const RECENT_KEY = "muster.emoji.recent";
const TONE_KEY = "muster.emoji.tone";
/** Two rows of the picker. */
const RECENT_MAX = 18;
const FIRST = ["+1", "tada", "heart", "eyes", "white_check_mark", "joy", "pray", "rocket"];

const [recent, setRecent] = createSignal<readonly string[]>(rememberedNames());
const [tone, setToneSignal] = createSignal<Tone>(rememberedTone());

/** Names, the latest first; before any use those that most people use. */
export const recentEmojis = recent;
export const skinTone = tone;

export function usedEmoji(name: string): void {
  const next = [name, ...recent().filter((one) => one !== name)].slice(0, RECENT_MAX);
  setRecent(next);
  keep(RECENT_KEY, JSON.stringify(next));
}

export function setSkinTone(next: Tone): void {
  setToneSignal(next);
  keep(TONE_KEY, next.key);
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage may be off or full; then it lasts as long as the page.
  }
}

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function rememberedNames(): readonly string[] {
  try {
    const names: unknown = JSON.parse(kept(RECENT_KEY) ?? "null");
    if (Array.isArray(names)) return names.filter((one): one is string => typeof one === "string").slice(0, RECENT_MAX);
  } catch {
    // Something else wrote there: begin anew.
  }
  return FIRST;
}

function rememberedTone(): Tone {
  return TONES.find((one) => one.key === kept(TONE_KEY)) ?? TONES[0];
}
