// Words of custom emoji, groups of people and forwarding, in Japanese.

import type { Strings } from "../catalogue";
import type { gather as english } from "../en/gather";

const gather: Strings<keyof typeof english> = {
  add: "追加",
  addEmoji: "絵文字を追加",
  back: "戻る",
  cancel: "キャンセル",
  cannotRead:
    "{names} はこのチームに{count, plural, other {いないため、読めません}}。別の宛先を選ぶか、本文をコピーしてください。",
  choose: "これを選ぶ",
  comment: "コメント（任意）",
  createGroup: "グループを作成",
  customEmoji: "カスタム絵文字",
  customEmojiHint: "このサーバーの全員が使える画像です。",
  delete: "削除",
  deleteEmoji: "{name} を削除",
  deleteEmojiText: "使っているメッセージとリアクションには名前が表示されます。",
  deleteGroup: "グループを削除",
  deleteGroupText: "誰も呼び出せなくなります。",
  deleteQuestion: "{name} を削除しますか？",
  edit: "編集",
  editGroup: "{name} を編集",
  emojiName: "名前",
  emojiNameHint: "小文字、数字、- と _。:名前: と書きます",
  findEmoji: "絵文字を検索",
  forward: "転送",
  forwardTitle: "このメッセージを転送",
  forwarded: "{name} に転送しました。",
  groupHandle: "呼び名",
  groupHandleHint: "@ の後に書く名前",
  groupName: "グループ名",
  groups: "ユーザーグループ",
  groupsHint: "一つの名前で呼ぶと、メンバー全員に通知されます。",
  history: "編集履歴",
  historyHint: "編集前のメッセージです。表示されるのはあなただけです。",
  members: "メンバー",
  memberCount: "{count, plural, other {メンバー #人}}",
  nameTaken: "その名前の絵文字はすでにあります。",
  noEmoji: "カスタム絵文字はまだありません",
  noEmojiHint: "小さな画像を選び、名前を付けてください。",
  noGroups: "グループはまだありません",
  noGroupsHint: "まとめて呼びたい人たちのグループを作りましょう。",
  notLoaded: "読み込めませんでした",
  optionsOf: "{name} のオプション",
  outboxFull: "送信待ちが多すぎます",
  picture: "画像",
  presentVersion: "現在の版",
  restoreVersion: "この版に戻す",
  save: "保存",
  to: "宛先",
  toClosed:
    "このメッセージは一部の人だけが読める場所に書かれています。転送できるのは同じチャンネルだけです。ほかの場所には、読めない人がいます。",
  toHint: "参加しているチャンネルや会話（10 件まで）",
};

export default gather;
