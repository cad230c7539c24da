// Words of what programs ask: buttons, menus and forms; in Arabic.

import type { Strings } from "../catalogue";
import type { forms } from "../en/forms";

const strings: Strings<keyof typeof forms> = {
  actions: "الإجراءات",
  cancel: "إلغاء",
  choose: "اختيار…",
  nothingFound: "لم يُعثر على شيء",
  optional: "{label} (اختياري)",
  required: "هذا الحقل مطلوب.",
  submit: "إرسال",
  takeAway: "إزالة {name}",
  tooLong:
    "على الأكثر {count, plural, zero {# حرف} one {حرف واحد} two {حرفان} few {# أحرف} many {# حرفًا} other {# حرف}}.",
  tooShort:
    "على الأقل {count, plural, zero {# حرف} one {حرف واحد} two {حرفان} few {# أحرف} many {# حرفًا} other {# حرف}}.",
  wrongEmail: "هذا ليس عنوان بريد إلكتروني.",
  wrongNumber: "هذا ليس رقمًا.",
  wrongUrl: "يبدأ العنوان بـ http:// أو https://.",
};

export default strings;
