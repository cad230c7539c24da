// Words of the primitives, in German.

import type { Strings } from "../catalogue";
import type { ui as english } from "../en/ui";

const ui: Strings<keyof typeof english> = {
  cancel: "Abbrechen",
  clear: "Leeren",
  close: "Schließen",
  copied: "Kopiert",
  copy: "Kopieren",
  copyFailed: "Kopieren nicht möglich",
  dismiss: "Ausblenden",
  hidePassword: "Passwort verbergen",
  keyCtrl: "Strg",
  keyDelete: "Entf",
  keyShift: "Umschalt",
  loading: "Lädt…",
  nothingFound: "Nichts gefunden",
  notifications: "Hinweise der App",
  save: "Speichern",
  saved: "Gespeichert",
  showPassword: "Passwort anzeigen",
  status: "{status, select, online {Online} away {Abwesend} dnd {Bitte nicht stören} other {Offline}}",
  tryAgain: "Erneut versuchen",
  taskDone: "Erledigt",
  taskOpen: "Offen",
};

export default ui;
