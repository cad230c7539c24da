// Words of polls, in Korean.

import type { Strings } from "../catalogue";
import type { polls } from "../en/polls";

const strings: Strings<keyof typeof polls> = {
  command: "사람들에게 고르게 하기",
  commandHint: '"질문" "선택지" "선택지"',
  create: "묻기",
  many: "여러 개 선택",
  manyHint: "끄면 새 답이 이전 답을 거둡니다",
  options: "선택지",
  optionsFew: "두 개 이상",
  optionsHint: "한 줄에 하나, 두 개에서 열 개까지",
  optionsMany: "최대 열 개",
  poll: "투표",
  question: "질문",
  start: "투표 시작",
  voters: "{count, plural, =0 {아직 아무도 투표하지 않았습니다} other {#명이 투표했습니다}}",
  votes: "{count, plural, =0 {투표 없음} other {#표}}",
};

export default strings;
