// Words of what programs ask: buttons, menus and forms; in German.

import type { Strings } from "../catalogue";
import type { forms as english } from "../en/forms";

const forms: Strings<keyof typeof english> = {
  actions: "Aktionen",
  cancel: "Abbrechen",
  choose: "Wählen …",
  nothingFound: "Nichts gefunden",
  optional: "{label} (freiwillig)",
  required: "Das wird gebraucht.",
  submit: "Absenden",
  takeAway: "{name} entfernen",
  tooLong: "Höchstens {count, plural, one {# Zeichen} other {# Zeichen}}.",
  tooShort: "Mindestens {count, plural, one {# Zeichen} other {# Zeichen}}.",
  wrongEmail: "Das ist keine E-Mail-Adresse.",
  wrongNumber: "Das ist keine Zahl.",
  wrongUrl: "Eine Adresse beginnt mit http:// oder https://.",
};

export default forms;
