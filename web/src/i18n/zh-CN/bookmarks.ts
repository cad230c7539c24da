// Words of the bookmarks above a channel, in Simplified Chinese.

import type { Strings } from "../catalogue";
import type { bookmarks } from "../en/bookmarks";

const strings: Strings<keyof typeof bookmarks> = {
  add: "添加书签",
  addFile: "将文件加为书签",
  addLink: "将链接加为书签",
  address: "地址",
  addressWrong: "地址以 http:// 或 https:// 开头。",
  bookmarks: "书签",
  cancel: "取消",
  chooseEmoji: "选择表情",
  copyLink: "复制链接",
  delete: "删除",
  deleteText: "频道里的所有人都将看不到 {name}。",
  deleteTitle: "删除此书签？",
  download: "下载",
  edit: "编辑",
  editTitle: "编辑书签",
  file: "文件",
  moveBack: "前移",
  moveOn: "后移",
  moved: "{name} 现在排在第 {at} 位，共 {count} 个。",
  name: "名称",
  noEmoji: "不用表情",
  open: "打开",
  optionsOf: "{name} 的选项",
  save: "保存",
};

export default strings;
