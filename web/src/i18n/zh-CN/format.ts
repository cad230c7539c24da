// Words of the bar over a message field, in Simplified Chinese.

import type { Strings } from "../catalogue";
import type { format } from "../en/format";

const strings: Strings<keyof typeof format> = {
  bold: "粗体",
  bullets: "列表",
  code: "代码",
  codeBlock: "代码块",
  formatting: "格式",
  heading: "标题",
  italic: "斜体",
  link: "链接",
  noReplies: "把经常发送的内容保存下来：在你的所有设备上都能找到。",
  numbers: "编号列表",
  preview: "预览",
  quote: "引用",
  removeReply: "移除“{text}”",
  replies: "已保存的回复",
  saveReply: "保存所写内容",
  strike: "删除线",
};

export default strings;
