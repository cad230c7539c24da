// Words of what programs ask.
import { catalogue } from "../../i18n/catalogue";
import { forms } from "../../i18n/en/forms";

export const t = catalogue("forms", forms);
