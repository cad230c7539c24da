// The words of the catalogue `files`, in Arabic.

import type { Strings } from "../catalogue";
import type { files } from "../en/files";

const strings: Strings<keyof typeof files> = {
  asFile: "كملف",
  copyPicture: "نسخ الصورة",
  document: "مستند",
  fit: "ملاءمة النافذة",
  foldFile: "إخفاء {name}",
  leaveText: "تركه نصًّا",
  locked: "له كلمة مرور. يمكن تنزيله.",
  longText:
    "هذا نص طويل: {count, plural, zero {# سطر} one {سطر واحد} two {سطران} few {# أسطر} many {# سطرًا} other {# سطر}}.",
  notRead: "تعذّر التحميل. يمكن تنزيل الملف.",
  notText: "ليس هذا نصًّا في الواقع. يمكن تنزيل الملف.",
  onTheWay: "{part} من {size}",
  onlyBeginning: "هذه بدايته فقط. نزّله لقراءة الباقي.",
  openFile: "فتح {name}",
  openMore:
    "فتح {name}، {count, plural, zero {بلا غيره} one {وملف آخر} two {وملفين آخرين} few {و# ملفات أخرى} many {و# ملفًا آخر} other {و# ملف آخر}}",
  original: "الحجم الأصلي",
  page: "الصفحة {page}",
  pages: "{count, plural, zero {لا صفحات} one {صفحة واحدة} two {صفحتان} few {# صفحات} many {# صفحة} other {# صفحة}}",
  pastedName: "ملصق.txt",
  pictures: "صور هذه الرسالة",
  sheet: "جدول بيانات",
  slides: "عرض تقديمي",
  unfoldFile: "إظهار {name}",
  wordsOnly: "النص وحده، بلا صور ولا تنسيق.",
  zoom: "التكبير",
  zoomIn: "تكبير",
  zoomOut: "تصغير",
};

export default strings;
