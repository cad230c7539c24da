// The few words the primitives say themselves. Everything else comes from whoever uses them.

import { catalogue } from "../i18n/catalogue";
import { ui } from "../i18n/en/ui";

export const t = catalogue("ui", ui);
