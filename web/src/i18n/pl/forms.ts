// Words of what programs ask: buttons, menus and forms; in Polish.

import type { Strings } from "../catalogue";
import type { forms } from "../en/forms";

const strings: Strings<keyof typeof forms> = {
  actions: "Akcje",
  cancel: "Anuluj",
  choose: "Wybierz…",
  nothingFound: "Nic nie znaleziono",
  optional: "{label} (opcjonalnie)",
  required: "To pole jest wymagane.",
  submit: "Wyślij",
  takeAway: "Usuń {name}",
  tooLong: "Najwyżej {count, plural, one {# znak} few {# znaki} many {# znaków} other {# znaku}}.",
  tooShort: "Co najmniej {count, plural, one {# znak} few {# znaki} many {# znaków} other {# znaku}}.",
  wrongEmail: "To nie jest adres e-mail.",
  wrongNumber: "To nie jest liczba.",
  wrongUrl: "Adres zaczyna się od http:// lub https://.",
};

export default strings;
