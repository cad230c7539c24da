// The values that some settings are chosen from, as the console names them, in French.

import type { Strings } from "../catalogue";
import type { choices } from "../en/choices";

const strings: Strings<keyof typeof choices> = {
  "EmailSettings.ConnectionSecurity=": "Aucun",
  "EmailSettings.ConnectionSecurity=TLS": "Dès le début (TLS)",
  "EmailSettings.ConnectionSecurity=STARTTLS": "Après le message d’accueil (STARTTLS)",
  "EmailSettings.EmailNotificationContentsType=full": "Tout",
  "EmailSettings.EmailNotificationContentsType=generic": "L’auteur et le lieu, sans le texte",
  "EmailSettings.PushNotificationContents=generic_no_channel": "L’auteur, sans le canal ni le texte",
  "EmailSettings.PushNotificationContents=generic": "L’auteur et le lieu, sans le texte",
  "EmailSettings.PushNotificationContents=full": "Tout",
  "EmailSettings.PushNotificationContents=id_loaded": "Rien : le téléphone interroge le serveur",
  "FileSettings.DriverName=local": "Dans un dossier",
  "FileSettings.DriverName=amazons3": "Dans un compartiment S3",
  "LdapSettings.ConnectionSecurity=": "Aucun",
  "LdapSettings.ConnectionSecurity=TLS": "Dès le début (TLS)",
  "LdapSettings.ConnectionSecurity=STARTTLS": "Après le message d’accueil (STARTTLS)",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA256": "RSA avec SHA-256",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA512": "RSA avec SHA-512",
  "ServiceSettings.CollapsedThreads=disabled": "Jamais",
  "ServiceSettings.CollapsedThreads=default_off": "Non, sauf choix contraire de la personne",
  "ServiceSettings.CollapsedThreads=default_on": "Oui, sauf choix contraire de la personne",
  "ServiceSettings.CollapsedThreads=always_on": "Toujours",
  "ServiceSettings.ExperimentalGroupUnreadChannels=disabled": "Jamais",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_on": "Oui, sauf choix contraire de la personne",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_off": "Non, sauf choix contraire de la personne",
  "ServiceSettings.TLSMinVer=1.2": "TLS 1.2",
  "ServiceSettings.TLSMinVer=1.3": "TLS 1.3",
  "SqlSettings.DriverName=sqlite": "SQLite, intégré",
  "SqlSettings.DriverName=postgres": "PostgreSQL",
  "TeamSettings.RestrictDirectMessage=any": "Tout le monde",
  "TeamSettings.RestrictDirectMessage=team": "Les membres d’une équipe commune",
  "TeamSettings.TeammateNameDisplay=username": "Nom d’utilisateur",
  "TeamSettings.TeammateNameDisplay=nickname_full_name": "Surnom, sinon nom complet",
  "TeamSettings.TeammateNameDisplay=full_name": "Nom complet",
};

export default strings;
