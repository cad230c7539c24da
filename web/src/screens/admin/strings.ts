// The words of the system console.

import { catalogue } from "../../i18n/catalogue";
import { admin } from "../../i18n/en/admin";

/** Whether there are words for what the server names so. */
export const isWord = (key: string): key is keyof typeof admin => Object.hasOwn(admin, key);

export const t = catalogue("admin", admin);
