// The words of the inbox.
import { catalogue } from "../../i18n/catalogue";
import { inbox } from "../../i18n/en/inbox";

export const t = catalogue("inbox", inbox);
