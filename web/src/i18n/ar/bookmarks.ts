// Words of the bookmarks above a channel, in Arabic.

import type { Strings } from "../catalogue";
import type { bookmarks } from "../en/bookmarks";

const strings: Strings<keyof typeof bookmarks> = {
  add: "إضافة إشارة مرجعية",
  addFile: "إشارة مرجعية إلى ملف",
  addLink: "إشارة مرجعية إلى رابط",
  address: "العنوان",
  addressWrong: "يبدأ العنوان بـ http:// أو https://.",
  bookmarks: "الإشارات المرجعية",
  cancel: "إلغاء",
  chooseEmoji: "اختيار رمز تعبيري",
  copyLink: "نسخ الرابط",
  delete: "حذف",
  deleteText: "سيختفي {name} عند كل من في القناة.",
  deleteTitle: "حذف هذه الإشارة المرجعية؟",
  download: "تنزيل",
  edit: "تعديل",
  editTitle: "تعديل الإشارة المرجعية",
  file: "ملف",
  moveBack: "نقل إلى الوراء",
  moveOn: "نقل إلى الأمام",
  moved: "أصبح موضع {name} الآن {at} من {count}.",
  name: "الاسم",
  noEmoji: "بلا رمز تعبيري",
  open: "فتح",
  optionsOf: "خيارات {name}",
  save: "حفظ",
};

export default strings;
