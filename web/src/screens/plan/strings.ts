// Words of what is planned.
import { catalogue } from "../../i18n/catalogue";
import { plan } from "../../i18n/en/plan";

export const t = catalogue("plan", plan);
