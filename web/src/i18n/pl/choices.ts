// The values that some settings are chosen from, as the console names them, in Polish.

import type { Strings } from "../catalogue";
import type { choices } from "../en/choices";

const strings: Strings<keyof typeof choices> = {
  "EmailSettings.ConnectionSecurity=": "Brak",
  "EmailSettings.ConnectionSecurity=TLS": "Od początku (TLS)",
  "EmailSettings.ConnectionSecurity=STARTTLS": "Po powitaniu (STARTTLS)",
  "EmailSettings.EmailNotificationContentsType=full": "Wszystko",
  "EmailSettings.EmailNotificationContentsType=generic": "Kto i gdzie napisał, bez tekstu",
  "EmailSettings.PushNotificationContents=generic_no_channel": "Kto napisał, bez kanału i tekstu",
  "EmailSettings.PushNotificationContents=generic": "Kto i gdzie napisał, bez tekstu",
  "EmailSettings.PushNotificationContents=full": "Wszystko",
  "EmailSettings.PushNotificationContents=id_loaded": "Nic: telefon pyta serwer",
  "FileSettings.DriverName=local": "W folderze",
  "FileSettings.DriverName=amazons3": "W zasobniku S3",
  "LdapSettings.ConnectionSecurity=": "Brak",
  "LdapSettings.ConnectionSecurity=TLS": "Od początku (TLS)",
  "LdapSettings.ConnectionSecurity=STARTTLS": "Po powitaniu (STARTTLS)",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA256": "RSA z SHA-256",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA512": "RSA z SHA-512",
  "ServiceSettings.CollapsedThreads=disabled": "Nigdy",
  "ServiceSettings.CollapsedThreads=default_off": "Nie, chyba że ktoś tak wybierze",
  "ServiceSettings.CollapsedThreads=default_on": "Tak, chyba że ktoś wybierze inaczej",
  "ServiceSettings.CollapsedThreads=always_on": "Zawsze",
  "ServiceSettings.ExperimentalGroupUnreadChannels=disabled": "Nigdy",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_on": "Tak, chyba że ktoś wybierze inaczej",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_off": "Nie, chyba że ktoś tak wybierze",
  "ServiceSettings.TLSMinVer=1.2": "TLS 1.2",
  "ServiceSettings.TLSMinVer=1.3": "TLS 1.3",
  "SqlSettings.DriverName=sqlite": "SQLite, wbudowana",
  "SqlSettings.DriverName=postgres": "PostgreSQL",
  "TeamSettings.RestrictDirectMessage=any": "Wszyscy",
  "TeamSettings.RestrictDirectMessage=team": "Członkowie wspólnego zespołu",
  "TeamSettings.TeammateNameDisplay=username": "Nazwa użytkownika",
  "TeamSettings.TeammateNameDisplay=nickname_full_name": "Pseudonim, w razie braku imię i nazwisko",
  "TeamSettings.TeammateNameDisplay=full_name": "Imię i nazwisko",
};

export default strings;
