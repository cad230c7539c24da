// Words of the pages before the chat, in German.

import type { Strings } from "../catalogue";
import type { entry as english } from "../en/entry";

const entry: Strings<keyof typeof english> = {
  anotherLink: "Neuen Link senden",
  desktopOpen: "Desktop-App öffnen",
  desktopText: "Du bist angemeldet. Die Desktop-App öffnet sich; wenn nicht, öffne sie hier.",
  desktopTitle: "Zurück zur Desktop-App",
  factorText: "Dieser Server verlangt von allen einen zweiten Faktor: neben dem Passwort einen Code vom Telefon.",
  factorTitle: "Schütze dein Konto",
  forgotText: "Wir senden einen Link an die Adresse deines Kontos, mit dem du ein neues Passwort wählst.",
  forgotTitle: "Passwort vergessen?",
  joining: "Einem Team beitreten",
  linkAsk: "Als Gast ohne Passwort?",
  linkOpen: "Drücke den Knopf, um dich anzumelden. Der Link gilt einmal.",
  linkSent: "Wenn ein Gast ohne Passwort die Adresse {email} hat, ist eine Mail mit einem Link unterwegs.",
  linkText: "Wir senden einen Link an die Adresse, mit der du eingeladen wurdest. Er gilt einmal, fünf Minuten lang.",
  linkTitle: "Mit einem Link anmelden",
  newPassword: "Neues Passwort",
  resetDone: "Dein Passwort ist geändert. Melde dich mit dem neuen an.",
  resetSent: "Wenn es ein Konto mit der Adresse {email} gibt, ist eine Mail mit einem Link unterwegs.",
  resetSubmit: "Passwort ändern",
  resetTitle: "Neues Passwort wählen",
  sendAgain: "Neue Mail senden",
  sendLink: "Link senden",
  ssoAddressTaken:
    "Ein Konto mit deiner E-Mail-Adresse meldet sich anders an. Nimm diesen Weg, oder bitte jemanden von der Verwaltung, es umzustellen.",
  ssoAlreadyLinked:
    "Ein anderes Konto gehört hier schon zu diesem Konto des Dienstes. Melde dich damit an, oder bitte jemanden von der Verwaltung.",
  ssoCode: "Code: {code}",
  ssoDenied: "Die Anmeldung wurde dort abgebrochen oder abgelehnt. Bitte versuche es noch einmal.",
  ssoNoAccount: "Auf diesem Server gibt es kein Konto für dich. Bitte wende dich an die Verwaltung.",
  ssoNoAddress:
    "Deine E-Mail-Adresse ist dort nicht bestätigt, deshalb findet sie kein Konto. Bitte wende dich an die Verwaltung.",
  ssoNotAdmitted: "Dein Konto darf sich nicht anmelden. Bitte wende dich an die Verwaltung.",
  ssoNotAllowed: "Du gehörst nicht zu denen, die diesen Server nutzen dürfen. Bitte wende dich an die Verwaltung.",
  ssoNotBegun:
    "Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Fenster begonnen. Bitte versuche es noch einmal.",
  ssoUnknown: "Diesen Weg der Anmeldung gibt es nicht mehr.",
  ssoUnreachable:
    "Der Dienst, der dich anmeldet, antwortet nicht. Bitte versuche es später noch einmal oder melde dich anders an.",
  ssoWith: "Anmelden mit",
  ssoWrong: "Mit diesem Weg der Anmeldung stimmt etwas nicht. Bitte gib den Code an die Verwaltung weiter.",
  unverifiedText: "Öffne vor dem Anmelden den Link in der Mail, die wir dir gesendet haben.",
  unverifiedTitle: "Sieh in deine Mail",
  verified: "Adresse bestätigt",
  verifiedText: "{email} gehört dir. Du kannst dich anmelden.",
  verifySent: "Wenn {email} auf eine Bestätigung wartet, ist eine Mail mit einem Link unterwegs.",
};
export default entry;
