// Words of files: in a post, in the composer, in the viewer. In Japanese.

import type { Strings } from "../catalogue";
import type { files as english } from "../en/files";

const files: Strings<keyof typeof english> = {
  asFile: "ファイルにする",
  copyPicture: "画像をコピー",
  document: "文書",
  fit: "ウィンドウに合わせる",
  foldFile: "{name} を閉じる",
  leaveText: "テキストのままにする",
  locked: "パスワードがかかっています。ダウンロードできます。",
  longText: "長いテキストです（{count, plural, other {# 行}}）。",
  notRead: "読み込めませんでした。ダウンロードできます。",
  notText: "テキストではありませんでした。ダウンロードできます。",
  onTheWay: "{size} のうち {part}",
  onlyBeginning: "ここまでは先頭の部分です。続きはダウンロードして読んでください。",
  openFile: "{name} を開く",
  openMore: "{name} を開く（{count, plural, other {他 # 枚}}）",
  original: "元のサイズ",
  page: "{page} ページ",
  pages: "{count, plural, other {# ページ}}",
  pastedName: "貼り付け.txt",
  pictures: "このメッセージの画像",
  sheet: "表計算",
  slides: "プレゼンテーション",
  unfoldFile: "{name} を表示",
  wordsOnly: "文字だけです。画像とレイアウトは表示されません。",
  zoom: "拡大・縮小",
  zoomIn: "拡大",
  zoomOut: "縮小",
};

export default files;
