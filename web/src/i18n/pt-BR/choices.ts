// The values that some settings are chosen from, as the console names them, in Brazilian Portuguese.

import type { Strings } from "../catalogue";
import type { choices } from "../en/choices";

const strings: Strings<keyof typeof choices> = {
  "EmailSettings.ConnectionSecurity=": "Nenhuma",
  "EmailSettings.ConnectionSecurity=TLS": "Desde o início (TLS)",
  "EmailSettings.ConnectionSecurity=STARTTLS": "Depois da saudação (STARTTLS)",
  "EmailSettings.EmailNotificationContentsType=full": "Tudo",
  "EmailSettings.EmailNotificationContentsType=generic": "Quem escreveu e onde, sem o texto",
  "EmailSettings.PushNotificationContents=generic_no_channel": "Quem escreveu, sem canal nem texto",
  "EmailSettings.PushNotificationContents=generic": "Quem escreveu e onde, sem o texto",
  "EmailSettings.PushNotificationContents=full": "Tudo",
  "EmailSettings.PushNotificationContents=id_loaded": "Nada: o telefone pergunta ao servidor",
  "FileSettings.DriverName=local": "Em uma pasta",
  "FileSettings.DriverName=amazons3": "Em um bucket S3",
  "LdapSettings.ConnectionSecurity=": "Nenhuma",
  "LdapSettings.ConnectionSecurity=TLS": "Desde o início (TLS)",
  "LdapSettings.ConnectionSecurity=STARTTLS": "Depois da saudação (STARTTLS)",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA256": "RSA com SHA-256",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA512": "RSA com SHA-512",
  "ServiceSettings.CollapsedThreads=disabled": "Nunca",
  "ServiceSettings.CollapsedThreads=default_off": "Não, a menos que a pessoa escolha",
  "ServiceSettings.CollapsedThreads=default_on": "Sim, a menos que a pessoa escolha outra coisa",
  "ServiceSettings.CollapsedThreads=always_on": "Sempre",
  "ServiceSettings.ExperimentalGroupUnreadChannels=disabled": "Nunca",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_on": "Sim, a menos que a pessoa escolha outra coisa",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_off": "Não, a menos que a pessoa escolha",
  "ServiceSettings.TLSMinVer=1.2": "TLS 1.2",
  "ServiceSettings.TLSMinVer=1.3": "TLS 1.3",
  "SqlSettings.DriverName=sqlite": "SQLite, embutido",
  "SqlSettings.DriverName=postgres": "PostgreSQL",
  "TeamSettings.RestrictDirectMessage=any": "Todos",
  "TeamSettings.RestrictDirectMessage=team": "Membros de uma equipe em comum",
  "TeamSettings.TeammateNameDisplay=username": "Nome de usuário",
  "TeamSettings.TeammateNameDisplay=nickname_full_name": "Apelido ou, na falta, nome completo",
  "TeamSettings.TeammateNameDisplay=full_name": "Nome completo",
};

export default strings;
