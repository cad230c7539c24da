// Words of the primitives, in Japanese.

import type { Strings } from "../catalogue";
import type { ui as english } from "../en/ui";

const ui: Strings<keyof typeof english> = {
  cancel: "キャンセル",
  clear: "クリア",
  close: "閉じる",
  copied: "コピーしました",
  copy: "コピー",
  copyFailed: "コピーできませんでした",
  dismiss: "閉じる",
  hidePassword: "パスワードを隠す",
  keyCtrl: "Ctrl",
  keyDelete: "Delete",
  keyShift: "Shift",
  loading: "読み込み中…",
  nothingFound: "見つかりませんでした",
  notifications: "アプリからのお知らせ",
  save: "保存",
  saved: "保存しました",
  showPassword: "パスワードを表示",
  status: "{status, select, online {オンライン} away {離席中} dnd {取り込み中} other {オフライン}}",
  tryAgain: "再試行",
  taskDone: "完了",
  taskOpen: "未完了",
};

export default ui;
