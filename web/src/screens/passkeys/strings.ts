// The words of passkeys and recovery codes.

import { catalogue } from "../../i18n/catalogue";
import { passkeys } from "../../i18n/en/passkeys";

export const t = catalogue("passkeys", passkeys);
