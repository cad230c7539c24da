// The values that some settings are chosen from, as the console names them, in German.

import type { Strings } from "../catalogue";
import type { choices as english } from "../en/choices";

const choices: Strings<keyof typeof english> = {
  "EmailSettings.ConnectionSecurity=": "Keine",
  "EmailSettings.ConnectionSecurity=TLS": "Von Anfang an (TLS)",
  "EmailSettings.ConnectionSecurity=STARTTLS": "Nach der Begrüßung (STARTTLS)",
  "EmailSettings.EmailNotificationContentsType=full": "Alles",
  "EmailSettings.EmailNotificationContentsType=generic": "Wer wo schrieb, ohne den Text",
  "EmailSettings.PushNotificationContents=generic_no_channel": "Wer schrieb, ohne Kanal und Text",
  "EmailSettings.PushNotificationContents=generic": "Wer wo schrieb, ohne den Text",
  "EmailSettings.PushNotificationContents=full": "Alles",
  "EmailSettings.PushNotificationContents=id_loaded": "Nichts: das Telefon fragt den Server",
  "FileSettings.DriverName=local": "In einem Ordner",
  "FileSettings.DriverName=amazons3": "In einem S3-Bucket",
  "LdapSettings.ConnectionSecurity=": "Keine",
  "LdapSettings.ConnectionSecurity=TLS": "Von Anfang an (TLS)",
  "LdapSettings.ConnectionSecurity=STARTTLS": "Nach der Begrüßung (STARTTLS)",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA256": "RSA mit SHA-256",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA512": "RSA mit SHA-512",
  "ServiceSettings.CollapsedThreads=disabled": "Nie",
  "ServiceSettings.CollapsedThreads=default_off": "Nur, wenn man es selbst so wählt",
  "ServiceSettings.CollapsedThreads=default_on": "Außer, wenn man es selbst anders wählt",
  "ServiceSettings.CollapsedThreads=always_on": "Immer",
  "ServiceSettings.ExperimentalGroupUnreadChannels=disabled": "Nie",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_on": "Außer, wenn man es selbst anders wählt",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_off": "Nur, wenn man es selbst so wählt",
  "ServiceSettings.TLSMinVer=1.2": "TLS 1.2",
  "ServiceSettings.TLSMinVer=1.3": "TLS 1.3",
  "SqlSettings.DriverName=sqlite": "SQLite, eingebaut",
  "SqlSettings.DriverName=postgres": "PostgreSQL",
  "TeamSettings.RestrictDirectMessage=any": "Mit allen",
  "TeamSettings.RestrictDirectMessage=team": "Mit Mitgliedern eines gemeinsamen Teams",
  "TeamSettings.TeammateNameDisplay=username": "Benutzername",
  "TeamSettings.TeammateNameDisplay=nickname_full_name": "Spitzname, sonst voller Name",
  "TeamSettings.TeammateNameDisplay=full_name": "Voller Name",
};

export default choices;
