// What an event leads to: changes of the state, and what has to be loaded because the event only names it.
import type { Change } from "./tables";

/** What an event names without telling it. */
export type Need =
  /** With my membership of it; one that is new comes with its place in the sidebar. */
  | { readonly load: "channel"; readonly id: string }
  | { readonly load: "team"; readonly id: string }
  | { readonly load: "user"; readonly id: string }
  /** Of one team, or of all where it is empty. */
  | { readonly load: "categories"; readonly id: string }
  | { readonly load: "thread"; readonly id: string }
  /** How many followed threads are unread, in one team or in all where it is empty. */
  | { readonly load: "threadTotals"; readonly id: string }
  | { readonly load: "config"; readonly id: "" }
  /** What the roles that I have allow. */
  | { readonly load: "permissions"; readonly id: "" }
  | { readonly load: "groups"; readonly id: "" }
  | { readonly load: "emoji"; readonly id: "" }
  | { readonly load: "bookmarks"; readonly id: string }
  /** How many are in a channel and what is pinned there. */
  | { readonly load: "stats"; readonly id: string };

export interface Effect {
  readonly changes: readonly Change[];
  readonly needs: readonly Need[];
}

export const nothing: Effect = { changes: [], needs: [] };
export const change = (...changes: Change[]): Effect => ({ changes, needs: [] });
export const need = (...needs: Need[]): Effect => ({ changes: [], needs });
