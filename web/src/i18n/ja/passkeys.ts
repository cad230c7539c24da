// Words of passkeys and recovery codes, in Japanese.

import type { Strings } from "../catalogue";
import type { passkeys } from "../en/passkeys";

const strings: Strings<keyof typeof passkeys> = {
  actions: "{name} の操作",
  add: "追加",
  added: "パスキーを追加しました。",
  already: "このアカウントのパスキーは、この端末にすでにあります。",
  confirm: "パスワードで確認",
  failed: "ブラウザーからパスキーを受け取れませんでした。もう一度お試しください。",
  hint: "指紋、顔、PIN、セキュリティキーでサインインします。",
  hintSecond: "追加すると、パスワードだけでは入れなくなります。",
  instead: "パスキーを使う",
  keepName: "保存",
  name: "新しいパスキーの名前",
  nameExample: "ノートパソコン",
  newName: "新しい名前",
  recovery: "リカバリーコード",
  recoveryHint:
    "パスキーやワンタイムコードの代わりに、それぞれ一度だけ使えます。自分だけが見る場所に保管してください。",
  recoveryInstead: "リカバリーコードを使う",
  recoveryLabel: "リカバリーコード",
  recoveryLeft: "{count, plural, =0 {残りなし} other {残り # 個}}",
  recoveryMake: "新しいコードを作る",
  recoveryOnce: "このコードは一度だけ表示されます。以前のコードは使えなくなりました。",
  rememberBrowser: "{days, plural, other {#日間}}このブラウザーには尋ねない",
  remove: "削除",
  removeText: "このパスキーではサインインできなくなります。すでにサインインしている場所はそのままです。",
  removeTitle: "パスキー {name} を削除しますか?",
  removed: "パスキーを削除しました。",
  rename: "名前を変更",
  setUpInstead: "代わりにパスキーを使う",
  signIn: "パスキーでサインイン",
  synced: "同期済み",
  title: "パスキー",
  unused: "{since} に作成、未使用",
  used: "{seen} に使用、{since} に作成",
};

export default strings;
