// The words of a first visit.
import { catalogue } from "../../i18n/catalogue";
import { start } from "../../i18n/en/start";

export const t = catalogue("start", start);
