// Words of passkeys and recovery codes, in German.

import type { Strings } from "../catalogue";
import type { passkeys } from "../en/passkeys";

const strings: Strings<keyof typeof passkeys> = {
  actions: "Aktionen für {name}",
  add: "Hinzufügen",
  added: "Der Passkey ist hinzugefügt.",
  already: "Dieses Konto hat auf diesem Gerät schon einen Passkey.",
  confirm: "Mit dem Passwort bestätigen",
  failed: "Der Browser hat keinen Passkey gegeben. Bitte noch einmal versuchen.",
  hint: "Anmelden mit Fingerabdruck, Gesicht, PIN oder Sicherheitsschlüssel.",
  hintSecond: "Das Passwort allein lässt dann niemanden mehr ein.",
  instead: "Passkey verwenden",
  keepName: "Speichern",
  name: "Name eines neuen Passkeys",
  nameExample: "Laptop",
  newName: "Neuer Name",
  recovery: "Wiederherstellungscodes",
  recoveryHint:
    "Jeder gilt einmal anstelle eines Passkeys oder Einmalcodes. Bewahre sie dort auf, wo nur du nachsiehst.",
  recoveryInstead: "Wiederherstellungscode verwenden",
  recoveryLabel: "Wiederherstellungscode",
  recoveryLeft: "{count, plural, =0 {keiner übrig} other {# übrig}}",
  recoveryMake: "Neue Codes erzeugen",
  recoveryOnce: "Diese Codes erscheinen nur einmal. Frühere gelten nicht mehr.",
  rememberBrowser: "Diesen Browser {days, plural, one {# Tag} other {# Tage}} lang nicht mehr fragen",
  remove: "Entfernen",
  removeText: "Damit meldet sich niemand mehr an. Wo du schon angemeldet bist, bleibst du es.",
  removeTitle: "Den Passkey {name} entfernen?",
  removed: "Der Passkey ist entfernt.",
  rename: "Umbenennen",
  setUpInstead: "Stattdessen einen Passkey verwenden",
  signIn: "Mit einem Passkey anmelden",
  synced: "Synchronisiert",
  title: "Passkeys",
  unused: "Erstellt am {since}, noch nicht benutzt",
  used: "Benutzt {seen}, erstellt am {since}",
};

export default strings;
