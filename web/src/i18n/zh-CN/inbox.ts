// Words of the inbox, in Simplified Chinese.

import type { Strings } from "../catalogue";
import type { inbox } from "../en/inbox";

const strings: Strings<keyof typeof inbox> = {
  inbox: "收件箱",
  nothing: "没有未读内容",
  nothingHint: "你的频道、对话和话题中的新内容都汇集在这里。",
  readHint: "标为已读",
  rest: "{count, plural, other {还有 # 条}}",
};

export default strings;
