// The values that some settings are chosen from, as the console names them, in Spanish.

import type { Strings } from "../catalogue";
import type { choices } from "../en/choices";

const strings: Strings<keyof typeof choices> = {
  "EmailSettings.ConnectionSecurity=": "Ninguno",
  "EmailSettings.ConnectionSecurity=TLS": "Desde el principio (TLS)",
  "EmailSettings.ConnectionSecurity=STARTTLS": "Después del saludo (STARTTLS)",
  "EmailSettings.EmailNotificationContentsType=full": "Todo",
  "EmailSettings.EmailNotificationContentsType=generic": "Quién escribió y dónde, sin el texto",
  "EmailSettings.PushNotificationContents=generic_no_channel": "Quién escribió, sin canal ni texto",
  "EmailSettings.PushNotificationContents=generic": "Quién escribió y dónde, sin el texto",
  "EmailSettings.PushNotificationContents=full": "Todo",
  "EmailSettings.PushNotificationContents=id_loaded": "Nada: el teléfono pregunta al servidor",
  "FileSettings.DriverName=local": "En una carpeta",
  "FileSettings.DriverName=amazons3": "En un bucket de S3",
  "LdapSettings.ConnectionSecurity=": "Ninguno",
  "LdapSettings.ConnectionSecurity=TLS": "Desde el principio (TLS)",
  "LdapSettings.ConnectionSecurity=STARTTLS": "Después del saludo (STARTTLS)",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA256": "RSA con SHA-256",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA512": "RSA con SHA-512",
  "ServiceSettings.CollapsedThreads=disabled": "Nunca",
  "ServiceSettings.CollapsedThreads=default_off": "No, salvo que la persona lo elija",
  "ServiceSettings.CollapsedThreads=default_on": "Sí, salvo que la persona elija otra cosa",
  "ServiceSettings.CollapsedThreads=always_on": "Siempre",
  "ServiceSettings.ExperimentalGroupUnreadChannels=disabled": "Nunca",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_on": "Sí, salvo que la persona elija otra cosa",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_off": "No, salvo que la persona lo elija",
  "ServiceSettings.TLSMinVer=1.2": "TLS 1.2",
  "ServiceSettings.TLSMinVer=1.3": "TLS 1.3",
  "SqlSettings.DriverName=sqlite": "SQLite, integrado",
  "SqlSettings.DriverName=postgres": "PostgreSQL",
  "TeamSettings.RestrictDirectMessage=any": "Todos",
  "TeamSettings.RestrictDirectMessage=team": "Miembros de un equipo en común",
  "TeamSettings.TeammateNameDisplay=username": "Nombre de usuario",
  "TeamSettings.TeammateNameDisplay=nickname_full_name": "Apodo o, si no, nombre completo",
  "TeamSettings.TeammateNameDisplay=full_name": "Nombre completo",
};

export default strings;
