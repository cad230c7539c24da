// The words of the catalogue `files`, in Simplified Chinese.

import type { Strings } from "../catalogue";
import type { files } from "../en/files";

const strings: Strings<keyof typeof files> = {
  asFile: "作为文件",
  copyPicture: "复制图片",
  document: "文档",
  fit: "适应窗口",
  foldFile: "收起 {name}",
  leaveText: "保留为文本",
  locked: "它有密码。可以下载。",
  longText: "这段文字很长：{count, plural, other {# 行}}。",
  notRead: "无法加载，可以下载。",
  notText: "这其实不是文本，可以下载。",
  onTheWay: "{part} / {size}",
  onlyBeginning: "这里只是开头，下载后可阅读其余部分。",
  openFile: "打开 {name}",
  openMore: "打开 {name}，{count, plural, other {另有 # 个}}",
  original: "原始大小",
  page: "第 {page} 页",
  pages: "{count, plural, other {# 页}}",
  pastedName: "粘贴.txt",
  pictures: "此消息的图片",
  sheet: "电子表格",
  slides: "演示文稿",
  unfoldFile: "展开 {name}",
  wordsOnly: "仅文字，不含图片和版式。",
  zoom: "缩放",
  zoomIn: "放大",
  zoomOut: "缩小",
};

export default strings;
