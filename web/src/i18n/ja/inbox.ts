// Words of the inbox, in Japanese.

import type { Strings } from "../catalogue";
import type { inbox as english } from "../en/inbox";

const inbox: Strings<keyof typeof english> = {
  inbox: "受信箱",
  nothing: "未読はありません",
  nothingHint: "チャンネル、会話、スレッドの新着がここにまとまります。",
  readHint: "既読にする",
  rest: "{count, plural, other {他 # 件}}",
};

export default inbox;
