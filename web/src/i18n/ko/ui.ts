// Words of the primitives, in Korean.

import type { Strings } from "../catalogue";
import type { ui } from "../en/ui";

const strings: Strings<keyof typeof ui> = {
  cancel: "취소",
  clear: "지우기",
  close: "닫기",
  copied: "복사함",
  copy: "복사",
  copyFailed: "복사하지 못했습니다",
  dismiss: "닫기",
  hidePassword: "비밀번호 숨기기",
  keyCtrl: "Ctrl",
  keyDelete: "Delete",
  keyShift: "Shift",
  loading: "불러오는 중…",
  nothingFound: "찾은 것이 없습니다",
  notifications: "앱 메시지",
  save: "저장",
  saved: "저장함",
  showPassword: "비밀번호 표시",
  status: "{status, select, online {온라인} away {자리 비움} dnd {방해 금지} other {오프라인}}",
  tryAgain: "다시 시도",
  taskDone: "완료",
  taskOpen: "미완료",
};

export default strings;
