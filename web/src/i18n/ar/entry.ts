// Words of the pages before the chat, in Arabic.

import type { Strings } from "../catalogue";
import type { entry } from "../en/entry";

const strings: Strings<keyof typeof entry> = {
  anotherLink: "إرسال رابط آخر",
  factorText: "يطلب هذا الخادم من الجميع عاملًا ثانيًا: رمزًا من هاتفك إلى جانب كلمة المرور.",
  factorTitle: "احمِ حسابك",
  forgotText: "نرسل إلى عنوان حسابك رابطًا تختار به كلمة مرور جديدة.",
  forgotTitle: "هل نسيت كلمة المرور؟",
  joining: "الانضمام إلى فريق",
  newPassword: "كلمة مرور جديدة",
  resetDone: "تغيّرت كلمة مرورك. سجّل الدخول بالجديدة.",
  resetSent: "إن كان هناك حساب بالعنوان {email}، فرسالة بريد فيها رابط في الطريق.",
  resetSubmit: "تغيير كلمة المرور",
  resetTitle: "اختر كلمة مرور جديدة",
  sendAgain: "إرسال رسالة أخرى",
  sendLink: "إرسال الرابط",
  unverifiedText: "قبل تسجيل الدخول، افتح الرابط في رسالة البريد التي أرسلناها إليك.",
  unverifiedTitle: "تفقّد بريدك",
  verified: "تم تأكيد العنوان",
  verifiedText: "{email} لك. يمكنك تسجيل الدخول.",
  verifySent: "إن كان {email} ينتظر التأكيد، فرسالة بريد فيها رابط في الطريق.",
};

export default strings;
