// Words of what is planned.
import { catalogue } from "../../i18n/catalogue";
import { plan } from "../../i18n/en/plan";

export const t = catalogue(plan, {
  de: () => import("../../i18n/de/plan"),
  ja: () => import("../../i18n/ja/plan"),
});
