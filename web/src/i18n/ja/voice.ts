// Words of voice messages, in Japanese.

import type { Strings } from "../catalogue";
import type { voice } from "../en/voice";

const strings: Strings<keyof typeof voice> = {
  at: "{length} 中 {at}",
  denied: "ブラウザーがこのサイトにマイクを許可していません。アドレスの横で変更できます。",
  discard: "録音を破棄",
  done: "録音を添付",
  message: "音声メッセージ",
  noMicrophone: "マイクが見つかりません。",
  pause: "一時停止",
  place: "音声メッセージの位置",
  play: "再生",
  record: "音声メッセージを録音",
  recording: "録音中",
  speed: "速さ: {speed}",
  tooLong: "{minutes, plural, other {録音は # 分で終わります}}。添付されました。",
};

export default strings;
