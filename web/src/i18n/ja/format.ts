// Words of the bar over a message field, in Japanese.

import type { Strings } from "../catalogue";
import type { format as english } from "../en/format";

const format: Strings<keyof typeof english> = {
  bold: "太字",
  bullets: "箇条書き",
  code: "コード",
  codeBlock: "コードブロック",
  formatting: "書式",
  heading: "見出し",
  italic: "斜体",
  link: "リンク",
  noReplies: "何度も送る文を保存しておくと、すべての端末で使えます。",
  numbers: "番号付きリスト",
  preview: "プレビュー",
  quote: "引用",
  removeReply: "「{text}」を削除",
  replies: "定型文",
  saveReply: "書いた内容を保存",
  strike: "取り消し線",
};

export default format;
