// Words of the inbox, in Korean.

import type { Strings } from "../catalogue";
import type { inbox } from "../en/inbox";

const strings: Strings<keyof typeof inbox> = {
  inbox: "받은 글함",
  nothing: "읽지 않은 글이 없습니다",
  nothingHint: "채널, 대화, 스레드의 새 소식이 여기에 모입니다.",
  readHint: "읽음으로 표시",
  rest: "{count, plural, other {#개 더}}",
};

export default strings;
