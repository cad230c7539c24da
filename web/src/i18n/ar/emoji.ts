// Words of the emoji picker, in Arabic.

import type { Strings } from "../catalogue";
import type { emoji } from "../en/emoji";

const strings: Strings<keyof typeof emoji> = {
  activities: "أنشطة",
  "animals-nature": "حيوانات وطبيعة",
  custom: "مخصصة",
  dark: "داكن",
  flags: "أعلام",
  "food-drink": "طعام وشراب",
  found: "نتائج البحث",
  gif: "GIF",
  gifs: "صور GIF",
  groups: "مجموعات الرموز التعبيرية",
  light: "فاتح",
  medium: "متوسط",
  mediumDark: "متوسط داكن",
  mediumLight: "متوسط فاتح",
  noneFound: "لا يوجد رمز تعبيري بهذا الاسم",
  noGifs: "لا توجد صورة GIF لهذه الكلمات",
  none: "بلا لون",
  notLoaded: "تعذّر تحميل الرموز التعبيرية",
  objects: "أشياء",
  "people-body": "أشخاص",
  poweredBy: "مقدَّم من {name}",
  recent: "الأخيرة",
  search: "بحث في الرموز التعبيرية",
  searchGifs: "البحث في صور GIF",
  skinTone: "لون البشرة",
  "smileys-emotion": "وجوه",
  symbols: "رموز",
  title: "رموز تعبيرية",
  "travel-places": "سفر وأماكن",
  tryAgain: "إعادة المحاولة",
};

export default strings;
