// Words of passkeys and recovery codes, in Arabic.

import type { Strings } from "../catalogue";
import type { passkeys } from "../en/passkeys";

const strings: Strings<keyof typeof passkeys> = {
  actions: "إجراءات {name}",
  add: "إضافة",
  added: "أُضيف مفتاح المرور.",
  already: "لهذا الحساب مفتاح مرور على هذا الجهاز بالفعل.",
  confirm: "أكِّد بكلمة المرور",
  failed: "لم يقدّم المتصفح مفتاح مرور. حاول مرة أخرى.",
  hint: "سجّل الدخول ببصمتك أو وجهك أو رمز PIN أو مفتاح أمان.",
  hintSecond: "عندها لا تكفي كلمة المرور وحدها.",
  instead: "استخدام مفتاح مرور",
  keepName: "حفظ",
  name: "اسم مفتاح مرور جديد",
  nameExample: "الحاسوب المحمول",
  newName: "الاسم الجديد",
  recovery: "رموز الاسترداد",
  recoveryHint: "يعمل كل رمز مرة واحدة بدلًا من مفتاح المرور أو الرمز لمرة واحدة. احفظها حيث لا ينظر غيرك.",
  recoveryInstead: "استخدام رمز استرداد",
  recoveryLabel: "رمز الاسترداد",
  recoveryLeft:
    "{count, plural, =0 {لم يبقَ شيء} zero {بقي #} one {بقي #} two {بقي #} few {بقي #} many {بقي #} other {بقي #}}",
  recoveryMake: "إنشاء رموز جديدة",
  recoveryOnce: "تظهر هذه الرموز مرة واحدة. ولم تعد الرموز السابقة تعمل.",
  rememberBrowser:
    "لا تسأل هذا المتصفح مجددًا لمدة {days, plural, zero {# يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}}",
  remove: "إزالة",
  removeText: "لن يسجّل به أحد الدخول بعد الآن. وتبقى حيث سجّلت الدخول من قبل.",
  removeTitle: "إزالة مفتاح المرور {name}؟",
  removed: "أُزيل مفتاح المرور.",
  rename: "إعادة تسمية",
  setUpInstead: "استخدام مفتاح مرور بدلًا من ذلك",
  signIn: "تسجيل الدخول بمفتاح مرور",
  synced: "متزامن",
  title: "مفاتيح المرور",
  unused: "أُنشئ في {since}، ولم يُستخدم بعد",
  used: "استُخدم {seen}، وأُنشئ في {since}",
};

export default strings;
