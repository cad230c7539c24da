// Words of custom emoji, groups of people and forwarding.
import { catalogue } from "../../i18n/catalogue";
import { gather } from "../../i18n/en/gather";

export const t = catalogue("gather", gather);
