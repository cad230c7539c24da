// The values that some settings are chosen from, as the console names them, in Arabic.

import type { Strings } from "../catalogue";
import type { choices } from "../en/choices";

const strings: Strings<keyof typeof choices> = {
  "EmailSettings.ConnectionSecurity=": "بلا",
  "EmailSettings.ConnectionSecurity=TLS": "من البداية (TLS)",
  "EmailSettings.ConnectionSecurity=STARTTLS": "بعد التحية (STARTTLS)",
  "EmailSettings.EmailNotificationContentsType=full": "كل شيء",
  "EmailSettings.EmailNotificationContentsType=generic": "من كتب وأين، دون النص",
  "EmailSettings.PushNotificationContents=generic_no_channel": "من كتب، دون القناة والنص",
  "EmailSettings.PushNotificationContents=generic": "من كتب وأين، دون النص",
  "EmailSettings.PushNotificationContents=full": "كل شيء",
  "EmailSettings.PushNotificationContents=id_loaded": "لا شيء: الهاتف يسأل الخادم",
  "FileSettings.DriverName=local": "في مجلد",
  "FileSettings.DriverName=amazons3": "في حاوية S3",
  "LdapSettings.ConnectionSecurity=": "بلا",
  "LdapSettings.ConnectionSecurity=TLS": "من البداية (TLS)",
  "LdapSettings.ConnectionSecurity=STARTTLS": "بعد التحية (STARTTLS)",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA256": "RSA مع SHA-256",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA512": "RSA مع SHA-512",
  "ServiceSettings.CollapsedThreads=disabled": "أبدًا",
  "ServiceSettings.CollapsedThreads=default_off": "لا، ما لم يختر الشخص ذلك",
  "ServiceSettings.CollapsedThreads=default_on": "نعم، ما لم يختر الشخص غير ذلك",
  "ServiceSettings.CollapsedThreads=always_on": "دائمًا",
  "ServiceSettings.ExperimentalGroupUnreadChannels=disabled": "أبدًا",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_on": "نعم، ما لم يختر الشخص غير ذلك",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_off": "لا، ما لم يختر الشخص ذلك",
  "ServiceSettings.TLSMinVer=1.2": "TLS 1.2",
  "ServiceSettings.TLSMinVer=1.3": "TLS 1.3",
  "SqlSettings.DriverName=sqlite": "SQLite، مدمجة",
  "SqlSettings.DriverName=postgres": "PostgreSQL",
  "TeamSettings.RestrictDirectMessage=any": "الجميع",
  "TeamSettings.RestrictDirectMessage=team": "أعضاء فريق مشترك",
  "TeamSettings.TeammateNameDisplay=username": "اسم المستخدم",
  "TeamSettings.TeammateNameDisplay=nickname_full_name": "اللقب، وإلا فالاسم الكامل",
  "TeamSettings.TeammateNameDisplay=full_name": "الاسم الكامل",
};

export default strings;
