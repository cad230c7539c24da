// Words of the primitives, in Polish.

import type { Strings } from "../catalogue";
import type { ui } from "../en/ui";

const strings: Strings<keyof typeof ui> = {
  cancel: "Anuluj",
  clear: "Wyczyść",
  close: "Zamknij",
  copied: "Skopiowano",
  copy: "Kopiuj",
  copyFailed: "Nie udało się skopiować",
  dismiss: "Odrzuć",
  hidePassword: "Ukryj hasło",
  keyCtrl: "Ctrl",
  keyDelete: "Delete",
  keyShift: "Shift",
  loading: "Wczytywanie…",
  nothingFound: "Nic nie znaleziono",
  notifications: "Komunikaty aplikacji",
  save: "Zapisz",
  saved: "Zapisano",
  showPassword: "Pokaż hasło",
  status: "{status, select, online {Dostępny} away {Zaraz wracam} dnd {Nie przeszkadzać} other {Niedostępny}}",
  tryAgain: "Spróbuj ponownie",
  taskDone: "Zrobione",
  taskOpen: "Do zrobienia",
};

export default strings;
