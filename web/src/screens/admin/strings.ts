// The words of the system console.

import { catalogue } from "../../i18n/catalogue";
import { admin } from "../../i18n/en/admin";

export const t = catalogue(admin, {
  de: () => import("../../i18n/de/admin"),
  ja: () => import("../../i18n/ja/admin"),
});
