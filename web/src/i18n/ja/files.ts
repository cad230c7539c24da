// Words of files: in a post, in the composer, in the viewer. In Japanese.

import type { Strings } from "../catalogue";
import type { files as english } from "../en/files";

const files: Strings<keyof typeof english> = {
  copyPicture: "画像をコピー",
  fit: "ウィンドウに合わせる",
  foldFile: "{name} を閉じる",
  notRead: "読み込めませんでした。ダウンロードできます。",
  notText: "テキストではありませんでした。ダウンロードできます。",
  onlyBeginning: "ここまでは先頭の部分です。続きはダウンロードして読んでください。",
  openMore: "{name} を開く（{count, plural, other {他 # 枚}}）",
  original: "元のサイズ",
  pictures: "このメッセージの画像",
  unfoldFile: "{name} を表示",
  zoom: "拡大・縮小",
  zoomIn: "拡大",
  zoomOut: "縮小",
};

export default files;
