// Words of voice messages, in Arabic.

import type { Strings } from "../catalogue";
import type { voice } from "../en/voice";

const strings: Strings<keyof typeof voice> = {
  at: "{at} من {length}",
  denied: "لا يعطي المتصفح هذا الموقع الميكروفون. يمكن تغيير ذلك بجانب العنوان.",
  discard: "إهمال التسجيل",
  done: "إرفاق التسجيل",
  message: "رسالة صوتية",
  noMicrophone: "لم يُعثر على ميكروفون.",
  pause: "إيقاف مؤقت",
  place: "الموضع في الرسالة الصوتية",
  play: "تشغيل",
  record: "تسجيل رسالة صوتية",
  recording: "جارٍ التسجيل",
  speed: "السرعة: {speed}",
  tooLong:
    "{minutes, plural, zero {فورًا} one {بعد دقيقة} two {بعد دقيقتين} few {بعد # دقائق} many {بعد # دقيقة} other {بعد # دقيقة}} ينتهي التسجيل من نفسه. وقد أُرفق.",
};

export default strings;
