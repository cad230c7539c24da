// Words of the bar over a message field, in Korean.

import type { Strings } from "../catalogue";
import type { format } from "../en/format";

const strings: Strings<keyof typeof format> = {
  bold: "굵게",
  bullets: "목록",
  code: "코드",
  codeBlock: "코드 블록",
  formatting: "서식",
  heading: "제목",
  italic: "기울임",
  link: "링크",
  noReplies: "자주 보내는 글을 저장하세요. 모든 기기에서 여기에 있습니다.",
  numbers: "번호 목록",
  preview: "미리 보기",
  quote: "인용",
  removeReply: "“{text}” 제거",
  replies: "저장한 답장",
  saveReply: "쓴 글 저장",
  strike: "취소선",
};

export default strings;
