// The words of the bar over a message field.
import { catalogue } from "../../i18n/catalogue";
import { format } from "../../i18n/en/format";

export const t = catalogue("format", format);
