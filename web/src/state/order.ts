// The order of posts: by time, and by id where two came in the same millisecond, as the server orders them.

/** The letters of an id in the order of what they stand for, which is not their order as text. */
const ALPHABET = "ybndrfg8ejkmcpqxot1uwisza345h769";

/** What orders a post. */
export type Placed = { readonly id: string; readonly create_at: number };

/** Compares two ids as the server does, which made the greater one later. */
export function byId(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    if (one[at] !== other[at]) return ALPHABET.indexOf(one[at] ?? "") - ALPHABET.indexOf(other[at] ?? "");
  }
  return one.length - other.length;
}

/** Compares two posts, the older one first. */
export const byAge = (one: Placed, other: Placed): number => one.create_at - other.create_at || byId(one.id, other.id);
