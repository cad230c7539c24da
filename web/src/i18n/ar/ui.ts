// Words of the primitives, in Arabic.

import type { Strings } from "../catalogue";
import type { ui } from "../en/ui";

const strings: Strings<keyof typeof ui> = {
  cancel: "إلغاء",
  clear: "مسح",
  close: "إغلاق",
  copied: "تم النسخ",
  copy: "نسخ",
  copyFailed: "تعذّر النسخ",
  dismiss: "تجاهل",
  hidePassword: "إخفاء كلمة المرور",
  keyCtrl: "Ctrl",
  keyDelete: "Delete",
  keyShift: "Shift",
  loading: "جارٍ التحميل…",
  nothingFound: "لم يُعثر على شيء",
  notifications: "رسائل التطبيق",
  save: "حفظ",
  saved: "تم الحفظ",
  showPassword: "إظهار كلمة المرور",
  status: "{status, select, online {متصل} away {بعيد} dnd {عدم الإزعاج} other {غير متصل}}",
  tryAgain: "إعادة المحاولة",
  taskDone: "تم",
  taskOpen: "لم يتم بعد",
};

export default strings;
