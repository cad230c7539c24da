// Words for the certificates of SAML in the system console, in Japanese.

import type { Strings } from "../catalogue";
import type { certificates } from "../en/certificates";

const strings: Strings<keyof typeof certificates> = {
  certificates: "証明書",
  idp: "プロバイダーの証明書",
  none: "なし",
  private: "このサーバーの秘密鍵",
  public: "このサーバーの証明書",
  read: "説明を読み込む",
  readDone: "説明を読み込みました。入力された内容を保存してください",
  readHint: "下のプロバイダーの 2 つのアドレスを入力し、証明書をすぐに取り込みます",
  register: "プロバイダーに登録するもの：エンティティ ID {entity}、応答のアドレス {receiver}",
  remove: "削除",
  removeText: "すべてのノードですぐに有効になります。サインインできなくなることがあります。",
  removeTitle: "「{name}」を削除しますか？",
  state: "状態",
  there: "あり",
  upload: "アップロード",
  uploaded: "これからすべてのノードで有効です",
  what: "種類",
};

export default strings;
