// Words of polls, in Simplified Chinese.

import type { Strings } from "../catalogue";
import type { polls } from "../en/polls";

const strings: Strings<keyof typeof polls> = {
  command: "请大家选择",
  commandHint: '"问题" "选项" "选项"',
  create: "提问",
  many: "多个答案",
  manyHint: "否则新的答案会取代之前的",
  options: "选项",
  optionsFew: "至少两个",
  optionsHint: "每行一个，二到十个",
  optionsMany: "最多十个",
  poll: "投票",
  question: "问题",
  start: "发起投票",
  voters: "{count, plural, =0 {还没有人投票} other {# 人已投票}}",
  votes: "{count, plural, =0 {没有票} other {# 票}}",
};

export default strings;
