// Words of the bar over a message field, in Arabic.

import type { Strings } from "../catalogue";
import type { format } from "../en/format";

const strings: Strings<keyof typeof format> = {
  bold: "عريض",
  bullets: "قائمة",
  code: "شيفرة",
  codeBlock: "كتلة شيفرة",
  formatting: "التنسيق",
  heading: "عنوان",
  italic: "مائل",
  link: "رابط",
  noReplies: "احفظ ما ترسله مرارًا: تجده هنا على كل أجهزتك.",
  numbers: "قائمة مرقّمة",
  preview: "معاينة",
  quote: "اقتباس",
  removeReply: "إزالة «{text}»",
  replies: "ردود محفوظة",
  saveReply: "حفظ المكتوب",
  strike: "يتوسطه خط",
};

export default strings;
