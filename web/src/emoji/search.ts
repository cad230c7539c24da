// Finding emoji by name or tag, best first; used by the picker and by the composer's `:` suggestions.

import type { Emoji, Emojis } from "./data";

/** Searches end here; nobody reads further. */
const FOUND_MAX = 120;

/** Emoji whose names or tags begin with or contain the words typed. */
export function searchEmojis(known: Emojis, typed: string, most = FOUND_MAX): Emoji[] {
  const wanted = typed.toLowerCase().replace(/^:|:$/g, "").trim().replace(/\s+/g, "_");
  if (wanted === "") return [];
  const found: { one: Emoji; rank: number }[] = [];
  for (const group of known.groups) {
    for (const one of group.emoji) {
      const rank = rankOf(one, wanted);
      if (rank > 0) found.push({ one, rank });
    }
  }
  // Equal ranks keep the order of the set, which people know.
  return found
    .sort((a, b) => b.rank - a.rank)
    .slice(0, most)
    .map((match) => match.one);
}

function rankOf(one: Emoji, wanted: string): number {
  let best = 0;
  for (const name of one.names) {
    if (name === wanted) return 5;
    if (name.startsWith(wanted)) best = Math.max(best, 4);
    else if (name.includes(`_${wanted}`) || name.includes(`-${wanted}`)) best = Math.max(best, 3);
    else if (name.includes(wanted)) best = Math.max(best, 1);
  }
  if (best < 3 && ` ${one.tags}`.includes(` ${wanted}`)) best = 2;
  return best;
}
