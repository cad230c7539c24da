// The values that some settings are chosen from, as the console names them, in Ukrainian.

import type { Strings } from "../catalogue";
import type { choices } from "../en/choices";

const strings: Strings<keyof typeof choices> = {
  "EmailSettings.ConnectionSecurity=": "Немає",
  "EmailSettings.ConnectionSecurity=TLS": "Від початку (TLS)",
  "EmailSettings.ConnectionSecurity=STARTTLS": "Після привітання (STARTTLS)",
  "EmailSettings.EmailNotificationContentsType=full": "Усе",
  "EmailSettings.EmailNotificationContentsType=generic": "Хто й де написав, без тексту",
  "EmailSettings.PushNotificationContents=generic_no_channel": "Хто написав, без каналу й тексту",
  "EmailSettings.PushNotificationContents=generic": "Хто й де написав, без тексту",
  "EmailSettings.PushNotificationContents=full": "Усе",
  "EmailSettings.PushNotificationContents=id_loaded": "Нічого: телефон запитує сервер",
  "FileSettings.DriverName=local": "У теці",
  "FileSettings.DriverName=amazons3": "У сховищі S3",
  "LdapSettings.ConnectionSecurity=": "Немає",
  "LdapSettings.ConnectionSecurity=TLS": "Від початку (TLS)",
  "LdapSettings.ConnectionSecurity=STARTTLS": "Після привітання (STARTTLS)",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA256": "RSA з SHA-256",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA512": "RSA з SHA-512",
  "ServiceSettings.CollapsedThreads=disabled": "Ніколи",
  "ServiceSettings.CollapsedThreads=default_off": "Ні, якщо людина не вибере інше",
  "ServiceSettings.CollapsedThreads=default_on": "Так, якщо людина не вибере інше",
  "ServiceSettings.CollapsedThreads=always_on": "Завжди",
  "ServiceSettings.ExperimentalGroupUnreadChannels=disabled": "Ніколи",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_on": "Так, якщо людина не вибере інше",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_off": "Ні, якщо людина не вибере інше",
  "ServiceSettings.TLSMinVer=1.2": "TLS 1.2",
  "ServiceSettings.TLSMinVer=1.3": "TLS 1.3",
  "SqlSettings.DriverName=sqlite": "SQLite, вбудована",
  "SqlSettings.DriverName=postgres": "PostgreSQL",
  "TeamSettings.RestrictDirectMessage=any": "Усі",
  "TeamSettings.RestrictDirectMessage=team": "Учасники спільної команди",
  "TeamSettings.TeammateNameDisplay=username": "Імʼя користувача",
  "TeamSettings.TeammateNameDisplay=nickname_full_name": "Псевдонім, інакше повне імʼя",
  "TeamSettings.TeammateNameDisplay=full_name": "Повне імʼя",
};

export default strings;
