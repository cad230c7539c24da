// The values that some settings are chosen from, as the console names them, in Simplified Chinese.

import type { Strings } from "../catalogue";
import type { choices } from "../en/choices";

const strings: Strings<keyof typeof choices> = {
  "EmailSettings.ConnectionSecurity=": "无",
  "EmailSettings.ConnectionSecurity=TLS": "从一开始（TLS）",
  "EmailSettings.ConnectionSecurity=STARTTLS": "问候之后（STARTTLS）",
  "EmailSettings.EmailNotificationContentsType=full": "全部",
  "EmailSettings.EmailNotificationContentsType=generic": "谁在哪里写的，不含内容",
  "EmailSettings.PushNotificationContents=generic_no_channel": "谁写的，不含频道和内容",
  "EmailSettings.PushNotificationContents=generic": "谁在哪里写的，不含内容",
  "EmailSettings.PushNotificationContents=full": "全部",
  "EmailSettings.PushNotificationContents=id_loaded": "无：手机会询问服务器",
  "FileSettings.DriverName=local": "在文件夹中",
  "FileSettings.DriverName=amazons3": "在 S3 存储桶中",
  "LdapSettings.ConnectionSecurity=": "无",
  "LdapSettings.ConnectionSecurity=TLS": "从一开始（TLS）",
  "LdapSettings.ConnectionSecurity=STARTTLS": "问候之后（STARTTLS）",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA256": "RSA 和 SHA-256",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA512": "RSA 和 SHA-512",
  "ServiceSettings.CollapsedThreads=disabled": "从不",
  "ServiceSettings.CollapsedThreads=default_off": "默认关闭，各人可以开启",
  "ServiceSettings.CollapsedThreads=default_on": "默认开启，各人可以关闭",
  "ServiceSettings.CollapsedThreads=always_on": "始终",
  "ServiceSettings.ExperimentalGroupUnreadChannels=disabled": "从不",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_on": "默认开启，各人可以关闭",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_off": "默认关闭，各人可以开启",
  "ServiceSettings.TLSMinVer=1.2": "TLS 1.2",
  "ServiceSettings.TLSMinVer=1.3": "TLS 1.3",
  "SqlSettings.DriverName=sqlite": "SQLite，内置",
  "SqlSettings.DriverName=postgres": "PostgreSQL",
  "TeamSettings.RestrictDirectMessage=any": "所有人",
  "TeamSettings.RestrictDirectMessage=team": "同一团队的成员",
  "TeamSettings.TeammateNameDisplay=username": "用户名",
  "TeamSettings.TeammateNameDisplay=nickname_full_name": "昵称，没有则为全名",
  "TeamSettings.TeammateNameDisplay=full_name": "全名",
};

export default strings;
