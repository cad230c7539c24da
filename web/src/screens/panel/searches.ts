// Searches that one does again and again: kept with the account, so that they are on every device.
import { deletePreferences, savePreferences } from "../../query/load";
import { store } from "../../query/world";

const CATEGORY = "muster_searches";
/** More than a list that is still read. */
const SEARCHES_MAX = 30;
/** As long as the server keeps a value. */
const TERMS_LEN_MAX = 2_000;

export interface SavedSearch {
  readonly name: string;
  readonly terms: string;
}

/** The latest first. */
export function searches(): readonly SavedSearch[] {
  const found: SavedSearch[] = [];
  for (const [key, row] of store.all("preferences"))
    if (row.category === CATEGORY) found.push({ name: row.name, terms: store.row("preferences", key)?.value ?? "" });
  return found.sort((a, b) => (a.name < b.name ? 1 : -1));
}

/** The one that was saved with these words and filters. */
export const savedAs = (terms: string): SavedSearch | undefined => searches().find((one) => one.terms === terms.trim());

export const canSave = (terms: string): boolean =>
  terms.trim() !== "" && terms.trim().length <= TERMS_LEN_MAX && searches().length < SEARCHES_MAX;

/** Named by its time: names need to differ, and nobody reads them. */
export const saveSearch = (terms: string, now: number): Promise<void> =>
  savePreferences([{ category: CATEGORY, name: now.toString(36), value: terms.trim() }]);

export const removeSearch = ({ name, terms }: SavedSearch): Promise<void> =>
  deletePreferences([{ category: CATEGORY, name, value: terms }]);
