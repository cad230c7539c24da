// Words for the certificates of SAML in the system console, in Arabic.

import type { Strings } from "../catalogue";
import type { certificates } from "../en/certificates";

const strings: Strings<keyof typeof certificates> = {
  certificates: "الشهادات",
  idp: "شهادات المزوّد",
  none: "لا يوجد",
  private: "المفتاح الخاص لهذا الخادم",
  public: "شهادة هذا الخادم",
  read: "قراءة الوصف",
  readDone: "قُرئ الوصف؛ احفظ ما ملأه",
  readHint: "يملأ عنواني المزوّد أدناه ويعتمد شهاداته فورًا",
  register: "سجّل لدى المزوّد: معرّف الكيان {entity}، وعنوان الردود {receiver}",
  remove: "إزالة",
  removeText: "يسري فورًا على جميع العقد. قد يتعذّر تسجيل الدخول.",
  removeTitle: "إزالة ”{name}“؟",
  state: "الحالة",
  there: "موجود",
  upload: "رفع",
  uploaded: "يسري من الآن على جميع العقد",
  what: "النوع",
};

export default strings;
