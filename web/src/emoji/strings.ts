// The words of the emoji picker.

import { catalogue } from "../i18n/catalogue";
import { emoji } from "../i18n/en/emoji";

export const t = catalogue("emoji", emoji);
