// The words of setting up providers.

import { catalogue } from "../../i18n/catalogue";
import { providers } from "../../i18n/en/providers";

export const t = catalogue("providers", providers);
