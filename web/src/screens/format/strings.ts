// The words of the bar over a message field.
import { catalogue } from "../../i18n/catalogue";
import { format } from "../../i18n/en/format";

export const t = catalogue(format, {
  de: () => import("../../i18n/de/format"),
  ja: () => import("../../i18n/ja/format"),
});
