// Words of the primitives, in Simplified Chinese.

import type { Strings } from "../catalogue";
import type { ui } from "../en/ui";

const strings: Strings<keyof typeof ui> = {
  cancel: "取消",
  clear: "清除",
  close: "关闭",
  copied: "已复制",
  copy: "复制",
  copyFailed: "无法复制",
  dismiss: "忽略",
  hidePassword: "隐藏密码",
  keyCtrl: "Ctrl",
  keyDelete: "Delete",
  keyShift: "Shift",
  loading: "正在加载…",
  nothingFound: "没有找到",
  notifications: "应用消息",
  save: "保存",
  saved: "已保存",
  showPassword: "显示密码",
  status: "{status, select, online {在线} away {离开} dnd {请勿打扰} other {离线}}",
  tryAgain: "重试",
  taskDone: "已完成",
  taskOpen: "未完成",
};

export default strings;
