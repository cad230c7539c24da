// Words of voice messages, in Korean.

import type { Strings } from "../catalogue";
import type { voice } from "../en/voice";

const strings: Strings<keyof typeof voice> = {
  at: "{length} 중 {at}",
  denied: "브라우저가 이 사이트에 마이크를 허용하지 않습니다. 주소 옆에서 바꿀 수 있습니다.",
  discard: "녹음 버리기",
  done: "녹음 첨부",
  message: "음성 메시지",
  noMicrophone: "마이크를 찾지 못했습니다.",
  pause: "일시 정지",
  place: "음성 메시지의 위치",
  play: "재생",
  record: "음성 메시지 녹음",
  recording: "녹음 중",
  speed: "속도: {speed}",
  tooLong: "{minutes, plural, other {녹음은 #분 뒤에 끝납니다}}. 첨부되었습니다.",
};

export default strings;
