// The words of the settings.

import { catalogue } from "../../i18n/catalogue";
import { settings } from "../../i18n/en/settings";

export const t = catalogue("settings", settings);
