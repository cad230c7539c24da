// The words of teams, members and integrations.

import { catalogue } from "../../i18n/catalogue";
import { manage } from "../../i18n/en/manage";

export const t = catalogue("manage", manage);
