// Texts that one sends again and again: kept with the account, so that they are on every device.
import { deletePreferences, savePreferences } from "../../query/load";
import { store } from "../../query/world";

const CATEGORY = "muster_replies";
/** More than a menu that is still read. */
export const REPLIES_MAX = 30;
/** As long as the server keeps a value. */
export const REPLY_LEN_MAX = 2_000;

export interface Reply {
  readonly name: string;
  readonly text: string;
}

/** The latest first. */
export function replies(): readonly Reply[] {
  const found: Reply[] = [];
  for (const [key, row] of store.all("preferences"))
    if (row.category === CATEGORY) found.push({ name: row.name, text: store.row("preferences", key)?.value ?? "" });
  return found.sort((a, b) => (a.name < b.name ? 1 : -1));
}

/** Named by its time: names need to differ, and nobody reads them. */
export const saveReply = (text: string, now: number): Promise<void> =>
  savePreferences([{ category: CATEGORY, name: now.toString(36), value: text.trim().slice(0, REPLY_LEN_MAX) }]);

export const removeReply = ({ name, text }: Reply): Promise<void> =>
  deletePreferences([{ category: CATEGORY, name, value: text }]);
