// Words of polls, in Arabic.

import type { Strings } from "../catalogue";
import type { polls } from "../en/polls";

const strings: Strings<keyof typeof polls> = {
  command: "اطلب من الناس الاختيار",
  commandHint: '"سؤال" "خيار" "خيار"',
  create: "اسأل",
  many: "عدة إجابات",
  manyHint: "وإلا فالإجابة الجديدة تلغي السابقة",
  options: "الخيارات",
  optionsFew: "اثنان على الأقل",
  optionsHint: "واحد في كل سطر، من اثنين إلى عشرة",
  optionsMany: "عشرة على الأكثر",
  poll: "استطلاع",
  question: "السؤال",
  start: "بدء استطلاع",
  voters:
    "{count, plural, =0 {لم يصوّت أحد بعد} zero {لم يصوّت أحد بعد} one {صوّت شخص واحد} two {صوّت شخصان} few {صوّت # أشخاص} many {صوّت # شخصًا} other {صوّت # شخص}}",
  votes:
    "{count, plural, =0 {لا أصوات} zero {لا أصوات} one {صوت واحد} two {صوتان} few {# أصوات} many {# صوتًا} other {# صوت}}",
};

export default strings;
