// Words of what programs ask: buttons, menus and forms; in Korean.

import type { Strings } from "../catalogue";
import type { forms } from "../en/forms";

const strings: Strings<keyof typeof forms> = {
  actions: "작업",
  cancel: "취소",
  choose: "선택…",
  nothingFound: "찾은 것이 없습니다",
  optional: "{label} (선택 사항)",
  required: "필수 항목입니다.",
  submit: "제출",
  takeAway: "{name} 제거",
  tooLong: "최대 {count, plural, other {#자}}입니다.",
  tooShort: "최소 {count, plural, other {#자}}입니다.",
  wrongEmail: "이메일 주소가 아닙니다.",
  wrongNumber: "숫자가 아닙니다.",
  wrongUrl: "주소는 http:// 또는 https://로 시작합니다.",
};

export default strings;
