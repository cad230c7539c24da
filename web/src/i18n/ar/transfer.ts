// Words of imports and exports in the system console, in Arabic.

import type { Strings } from "../catalogue";
import type { transfer } from "../en/transfer";

const strings: Strings<keyof typeof transfer> = {
  attachments: "أخذ الملفات المرفقة أيضًا",
  begin: "استيراد",
  begun: "بدأ. ستجد النتيجة ضمن المهام.",
  delete: "حذف",
  deleteExport: "حذف التصدير {name}؟",
  deleteImport: "حذف الملف المرفوع {name}؟",
  deleteText: "سيختفي الملف. ويبقى ما تم استيراده.",
  download: "تنزيل",
  downloadNamed: "تنزيل {name}",
  exports: "عمليات التصدير",
  exportsHint: "كل ما كُتب هنا، في ملف يستطيع خادم آخر قراءته",
  file: "ملف",
  imports: "عمليات الاستيراد",
  importsHint: "فرق وحسابات ورسائل من خادم آخر",
  latestExport: "آخر تصدير",
  latestImport: "آخر استيراد",
  leftOut:
    "{count, plural, zero {لم يُترك شيء} one {تُرك ملف أو سطر واحد} two {تُرك ملفان أو سطران} few {تُركت # ملفات أو أسطر} many {تُرك # ملفًا أو سطرًا} other {تُرك # ملف أو سطر}}",
  newExport: "تصدير جديد",
  noExports: "لم يُصدَّر شيء بعد",
  noImports: "لا ملف ينتظر الاستيراد",
  readOtherwise: "قُرئ على غير ما هو في الملف",
  upload: "رفع ملف",
  uploaded: "تم الرفع",
  uploading: "جارٍ الرفع… {percent} %",
};

export default strings;
