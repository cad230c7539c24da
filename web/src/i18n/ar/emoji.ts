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
  groups: "مجموعات الرموز التعبيرية",
  light: "فاتح",
  medium: "متوسط",
  mediumDark: "متوسط داكن",
  mediumLight: "متوسط فاتح",
  noneFound: "لا يوجد رمز تعبيري بهذا الاسم",
  none: "بلا لون",
  notLoaded: "تعذّر تحميل الرموز التعبيرية",
  objects: "أشياء",
  "people-body": "أشخاص",
  recent: "الأخيرة",
  search: "بحث في الرموز التعبيرية",
  skinTone: "لون البشرة",
  "smileys-emotion": "وجوه",
  symbols: "رموز",
  title: "رموز تعبيرية",
  "travel-places": "سفر وأماكن",
};

export default strings;
