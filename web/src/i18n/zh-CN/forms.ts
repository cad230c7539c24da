// Words of what programs ask: buttons, menus and forms; in Simplified Chinese.

import type { Strings } from "../catalogue";
import type { forms } from "../en/forms";

const strings: Strings<keyof typeof forms> = {
  actions: "操作",
  cancel: "取消",
  choose: "选择…",
  nothingFound: "没有找到",
  optional: "{label}（选填）",
  required: "此项必填。",
  submit: "提交",
  takeAway: "移除 {name}",
  tooLong: "最多 {count, plural, other {# 个字符}}。",
  tooShort: "至少 {count, plural, other {# 个字符}}。",
  wrongEmail: "这不是电子邮件地址。",
  wrongNumber: "这不是数字。",
  wrongUrl: "地址以 http:// 或 https:// 开头。",
};

export default strings;
