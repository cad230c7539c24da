// Words of passkeys and recovery codes, in Korean.

import type { Strings } from "../catalogue";
import type { passkeys } from "../en/passkeys";

const strings: Strings<keyof typeof passkeys> = {
  actions: "{name} 작업",
  add: "추가",
  added: "패스키를 추가했습니다.",
  already: "이 기기에는 이 계정의 패스키가 이미 있습니다.",
  confirm: "비밀번호로 확인",
  failed: "브라우저에서 패스키를 받지 못했습니다. 다시 시도하세요.",
  hint: "지문, 얼굴, PIN 또는 보안 키로 로그인합니다.",
  hintSecond: "추가하면 비밀번호만으로는 들어올 수 없습니다.",
  instead: "패스키 사용",
  keepName: "저장",
  name: "새 패스키의 이름",
  nameExample: "노트북",
  newName: "새 이름",
  recovery: "복구 코드",
  recoveryHint: "패스키나 일회용 코드 대신 한 번씩 쓸 수 있습니다. 본인만 보는 곳에 보관하세요.",
  recoveryInstead: "복구 코드 사용",
  recoveryLabel: "복구 코드",
  recoveryLeft: "{count, plural, =0 {남은 코드 없음} other {#개 남음}}",
  recoveryMake: "새 코드 만들기",
  recoveryOnce: "이 코드는 한 번만 표시됩니다. 이전 코드는 더 이상 쓸 수 없습니다.",
  rememberBrowser: "{days, plural, other {#일}} 동안 이 브라우저에 다시 묻지 않기",
  remove: "삭제",
  removeText: "이 패스키로는 더 이상 로그인할 수 없습니다. 이미 로그인한 곳은 그대로입니다.",
  removeTitle: "패스키 {name}을(를) 삭제할까요?",
  removed: "패스키를 삭제했습니다.",
  rename: "이름 바꾸기",
  setUpInstead: "대신 패스키 사용",
  signIn: "패스키로 로그인",
  synced: "동기화됨",
  title: "패스키",
  unused: "{since}에 만듦, 아직 사용 안 함",
  used: "{seen} 사용, {since}에 만듦",
};

export default strings;
