// Words of custom emoji, groups of people and forwarding, in Arabic.

import type { Strings } from "../catalogue";
import type { gather } from "../en/gather";

const strings: Strings<keyof typeof gather> = {
  add: "إضافة",
  addEmoji: "إضافة رمز تعبيري",
  back: "رجوع",
  cancel: "إلغاء",
  cannotRead:
    "{names} {count, plural, zero {ليسوا} one {ليس} two {ليسا} few {ليسوا} many {ليسوا} other {ليسوا}} في هذا الفريق ولا تمكن قراءتها هناك. اختر مكانًا آخر، أو انسخ النص.",
  choose: "اختيار هذا",
  comment: "تعليق (اختياري)",
  createGroup: "إنشاء مجموعة",
  customEmoji: "رموز تعبيرية مخصصة",
  customEmojiHint: "صور يمكن للجميع على هذا الخادم استخدامها.",
  delete: "حذف",
  deleteEmoji: "حذف {name}",
  deleteEmojiText: "ستعرض الرسائل والتفاعلات التي تستخدمه اسمه بدلًا منه.",
  deleteGroup: "حذف المجموعة",
  deleteGroupText: "لن يستطيع أحد مناداتها بعد الآن.",
  deleteQuestion: "حذف {name}؟",
  edit: "تعديل",
  editGroup: "تعديل {name}",
  emojiName: "الاسم",
  emojiNameHint: "أحرف لاتينية صغيرة وأرقام و- و_؛ يُكتب :name:",
  findEmoji: "البحث عن رمز تعبيري",
  forward: "إعادة توجيه",
  forwardTitle: "إعادة توجيه هذه الرسالة",
  forwarded: "أُعيد التوجيه إلى {name}.",
  groupHandle: "تُنادى باسم",
  groupHandleHint: "ما يُكتب بعد @",
  groupName: "اسم المجموعة",
  groups: "مجموعات الأشخاص",
  groupsHint: "تُنادى المجموعة باسم واحد: فيُبلَّغ كل أعضائها.",
  history: "الإصدارات",
  historyHint: "ما قالته هذه الرسالة قبل تعديلها. أنت وحدك ترى هذا.",
  members: "الأعضاء",
  memberCount: "{count, plural, zero {لا أعضاء} one {عضو واحد} two {عضوان} few {# أعضاء} many {# عضوًا} other {# عضو}}",
  nameTaken: "يوجد رمز تعبيري بهذا الاسم.",
  noEmoji: "لا رموز تعبيرية مخصصة بعد",
  noEmojiHint: "اختر صورة صغيرة وسمّها.",
  noGroups: "لا مجموعات بعد",
  noGroupsHint: "أنشئ مجموعة لمن يُسألون معًا.",
  notLoaded: "تعذّر التحميل",
  optionsOf: "خيارات {name}",
  outboxFull: "هناك الكثير مما ينتظر الإرسال",
  picture: "الصورة",
  presentVersion: "النص الحالي",
  restoreVersion: "استعادة هذا الإصدار",
  save: "حفظ",
  to: "إلى",
  toClosed:
    "كُتبت هذه الرسالة حيث لا يقرؤها إلا بعض الناس. لا يمكن توجيهها إلا في القناة نفسها: ففي غيرها من لا يحق له قراءتها.",
  toHint: "قنواتك ومحادثاتك، حتى عشر",
};

export default strings;
