// The words of the pages before the chat.

import { catalogue } from "../../i18n/catalogue";
import { entry } from "../../i18n/en/entry";

export const t = catalogue("entry", entry);
