// The words of the catalogue `files`, in Korean.

import type { Strings } from "../catalogue";
import type { files } from "../en/files";

const strings: Strings<keyof typeof files> = {
  asFile: "파일로",
  copyPicture: "그림 복사",
  document: "문서",
  fit: "창에 맞추기",
  foldFile: "{name} 숨기기",
  leaveText: "글로 두기",
  locked: "비밀번호가 걸려 있습니다. 다운로드할 수 있습니다.",
  longText: "긴 글입니다: {count, plural, other {#줄}}.",
  notRead: "불러오지 못했습니다. 다운로드할 수 있습니다.",
  notText: "글이 아닌 파일입니다. 다운로드할 수 있습니다.",
  onTheWay: "{size} 중 {part}",
  onlyBeginning: "앞부분입니다. 나머지를 읽으려면 다운로드하세요.",
  openFile: "{name} 열기",
  openMore: "{name} 열기, {count, plural, other {외 #개}}",
  original: "원래 크기",
  page: "{page}쪽",
  pages: "{count, plural, other {#쪽}}",
  pastedName: "붙여넣은-글.txt",
  pictures: "이 메시지의 그림",
  sheet: "스프레드시트",
  slides: "프레젠테이션",
  unfoldFile: "{name} 표시",
  wordsOnly: "글자만 표시되며 그림과 서식은 없습니다.",
  zoom: "확대/축소",
  zoomIn: "확대",
  zoomOut: "축소",
};

export default strings;
