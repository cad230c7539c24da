// Words of the pages before the chat, in German.

import type { Strings } from "../catalogue";
import type { entry as english } from "../en/entry";

const entry: Strings<keyof typeof english> = {
  anotherLink: "Neuen Link senden",
  factorText: "Dieser Server verlangt von allen einen zweiten Faktor: neben dem Passwort einen Code vom Telefon.",
  factorTitle: "Schütze dein Konto",
  forgotText: "Wir senden einen Link an die Adresse deines Kontos, mit dem du ein neues Passwort wählst.",
  forgotTitle: "Passwort vergessen?",
  joining: "Einem Team beitreten",
  newPassword: "Neues Passwort",
  resetDone: "Dein Passwort ist geändert. Melde dich mit dem neuen an.",
  resetSent: "Wenn es ein Konto mit der Adresse {email} gibt, ist eine Mail mit einem Link unterwegs.",
  resetSubmit: "Passwort ändern",
  resetTitle: "Neues Passwort wählen",
  sendAgain: "Neue Mail senden",
  sendLink: "Link senden",
  unverifiedText: "Öffne vor dem Anmelden den Link in der Mail, die wir dir gesendet haben.",
  unverifiedTitle: "Sieh in deine Mail",
  verified: "Adresse bestätigt",
  verifiedText: "{email} gehört dir. Du kannst dich anmelden.",
  verifySent: "Wenn {email} auf eine Bestätigung wartet, ist eine Mail mit einem Link unterwegs.",
};
export default entry;
