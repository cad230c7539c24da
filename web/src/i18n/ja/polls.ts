// Words of polls, in Japanese.

import type { Strings } from "../catalogue";
import type { polls } from "../en/polls";

const strings: Strings<keyof typeof polls> = {
  command: "みんなに選んでもらう",
  commandHint: '"質問" "選択肢" "選択肢"',
  create: "投稿",
  many: "複数回答",
  manyHint: "オフなら、新しい回答で前の回答が取り消されます",
  options: "選択肢",
  optionsFew: "2 つ以上",
  optionsHint: "1 行に 1 つ、2 から 10 まで",
  optionsMany: "10 個まで",
  poll: "アンケート",
  question: "質問",
  start: "アンケートを始める",
  voters: "{count, plural, =0 {まだ投票がありません} other {# 人が投票しました}}",
  votes: "{count, plural, =0 {投票なし} other {# 票}}",
};

export default strings;
