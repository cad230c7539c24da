// Words of the bookmarks above a channel, in Japanese.

import type { Strings } from "../catalogue";
import type { bookmarks as english } from "../en/bookmarks";

const bookmarks: Strings<keyof typeof english> = {
  add: "ブックマークを追加",
  addFile: "ファイルをブックマーク",
  addLink: "リンクをブックマーク",
  address: "アドレス",
  addressWrong: "アドレスは http:// または https:// で始まります。",
  bookmarks: "ブックマーク",
  cancel: "キャンセル",
  chooseEmoji: "絵文字を選ぶ",
  copyLink: "リンクをコピー",
  delete: "削除",
  deleteText: "{name} はチャンネルの全員から消えます。",
  deleteTitle: "このブックマークを削除しますか？",
  download: "ダウンロード",
  edit: "編集",
  editTitle: "ブックマークを編集",
  file: "ファイル",
  moveBack: "前へ移動",
  moveOn: "後ろへ移動",
  moved: "{name} は {count} 件中 {at} 番目です。",
  name: "名前",
  noEmoji: "絵文字なし",
  open: "開く",
  optionsOf: "{name} のオプション",
  save: "保存",
};

export default bookmarks;
