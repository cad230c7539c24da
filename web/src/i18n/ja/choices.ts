// The values that some settings are chosen from, as the console names them, in Japanese.

import type { Strings } from "../catalogue";
import type { choices as english } from "../en/choices";

const choices: Strings<keyof typeof english> = {
  "EmailSettings.ConnectionSecurity=": "なし",
  "EmailSettings.ConnectionSecurity=TLS": "最初から暗号化（TLS）",
  "EmailSettings.ConnectionSecurity=STARTTLS": "接続後に暗号化（STARTTLS）",
  "EmailSettings.EmailNotificationContentsType=full": "全文",
  "EmailSettings.EmailNotificationContentsType=generic": "送信者とチャンネル（本文なし）",
  "EmailSettings.PushNotificationContents=generic_no_channel": "送信者のみ",
  "EmailSettings.PushNotificationContents=generic": "送信者とチャンネル（本文なし）",
  "EmailSettings.PushNotificationContents=full": "全文",
  "EmailSettings.PushNotificationContents=id_loaded": "なし（端末がサーバーから取得）",
  "FileSettings.DriverName=local": "フォルダー",
  "FileSettings.DriverName=amazons3": "S3バケット",
  "LdapSettings.ConnectionSecurity=": "なし",
  "LdapSettings.ConnectionSecurity=TLS": "最初から暗号化（TLS）",
  "LdapSettings.ConnectionSecurity=STARTTLS": "接続後に暗号化（STARTTLS）",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA256": "RSA と SHA-256",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA512": "RSA と SHA-512",
  "ServiceSettings.CollapsedThreads=disabled": "分けない",
  "ServiceSettings.CollapsedThreads=default_off": "分けない（各自で変更できます）",
  "ServiceSettings.CollapsedThreads=default_on": "分ける（各自で変更できます）",
  "ServiceSettings.CollapsedThreads=always_on": "常に分ける",
  "ServiceSettings.ExperimentalGroupUnreadChannels=disabled": "まとめない",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_on": "まとめる（各自で変更できます）",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_off": "まとめない（各自で変更できます）",
  "ServiceSettings.TLSMinVer=1.2": "TLS 1.2",
  "ServiceSettings.TLSMinVer=1.3": "TLS 1.3",
  "SqlSettings.DriverName=sqlite": "SQLite（組み込み）",
  "SqlSettings.DriverName=postgres": "PostgreSQL",
  "TeamSettings.RestrictDirectMessage=any": "全員",
  "TeamSettings.RestrictDirectMessage=team": "同じチームのメンバー",
  "TeamSettings.TeammateNameDisplay=username": "ユーザー名",
  "TeamSettings.TeammateNameDisplay=nickname_full_name": "ニックネーム（なければ氏名）",
  "TeamSettings.TeammateNameDisplay=full_name": "氏名",
};

export default choices;
