// Words of the bookmarks above a channel, in Korean.

import type { Strings } from "../catalogue";
import type { bookmarks } from "../en/bookmarks";

const strings: Strings<keyof typeof bookmarks> = {
  add: "북마크 추가",
  addFile: "파일 북마크",
  addLink: "링크 북마크",
  address: "주소",
  addressWrong: "주소는 http:// 또는 https://로 시작합니다.",
  bookmarks: "북마크",
  cancel: "취소",
  chooseEmoji: "이모지 선택",
  copyLink: "링크 복사",
  delete: "삭제",
  deleteText: "{name}이(가) 채널의 모든 사람에게서 사라집니다.",
  deleteTitle: "이 북마크를 삭제할까요?",
  download: "다운로드",
  edit: "편집",
  editTitle: "북마크 편집",
  file: "파일",
  moveBack: "앞으로 옮기기",
  moveOn: "뒤로 옮기기",
  moved: "{name}의 순서는 이제 {count}개 중 {at}번째입니다.",
  name: "이름",
  noEmoji: "이모지 없음",
  open: "열기",
  optionsOf: "{name} 옵션",
  save: "저장",
};

export default strings;
