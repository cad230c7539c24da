// Words of the emoji picker, in Japanese.

import type { Strings } from "../catalogue";
import type { emoji as english } from "../en/emoji";

const emoji: Strings<keyof typeof english> = {
  activities: "アクティビティ",
  "animals-nature": "動物と自然",
  custom: "カスタム",
  dark: "濃い",
  flags: "旗",
  "food-drink": "食べ物と飲み物",
  found: "検索結果",
  gif: "GIF",
  gifs: "GIF",
  groups: "絵文字のグループ",
  light: "明るい",
  medium: "中間",
  mediumDark: "やや濃い",
  mediumLight: "やや明るい",
  noneFound: "その名前の絵文字はありません",
  noGifs: "この言葉に合うGIFはありません",
  none: "肌の色なし",
  notLoaded: "絵文字を読み込めませんでした",
  objects: "もの",
  "people-body": "人",
  poweredBy: "提供：{name}",
  recent: "最近使ったもの",
  search: "絵文字を検索",
  searchGifs: "GIFを検索",
  skinTone: "肌の色",
  "smileys-emotion": "スマイリー",
  symbols: "記号",
  title: "絵文字",
  "travel-places": "旅行と場所",
  tryAgain: "再試行",
};

export default emoji;
