// Words of the inbox, in Arabic.

import type { Strings } from "../catalogue";
import type { inbox } from "../en/inbox";

const strings: Strings<keyof typeof inbox> = {
  inbox: "الوارد",
  nothing: "لا شيء غير مقروء",
  nothingHint: "هنا يجتمع الجديد من قنواتك ومحادثاتك وسلاسلك.",
  readHint: "لتعليمه مقروءًا",
  rest: "{count, plural, zero {لا مزيد} one {واحد آخر} two {اثنان آخران} few {# أخرى} many {# أخرى} other {# أخرى}}",
};

export default strings;
