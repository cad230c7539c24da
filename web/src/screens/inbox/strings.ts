// The words of the inbox.
import { catalogue } from "../../i18n/catalogue";
import { inbox } from "../../i18n/en/inbox";

export const t = catalogue(inbox, {
  de: () => import("../../i18n/de/inbox"),
  ja: () => import("../../i18n/ja/inbox"),
});
