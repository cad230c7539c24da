// Words of passkeys and recovery codes, in Polish.

import type { Strings } from "../catalogue";
import type { passkeys } from "../en/passkeys";

const strings: Strings<keyof typeof passkeys> = {
  actions: "Działania dla {name}",
  add: "Dodaj",
  added: "Klucz dostępu został dodany.",
  already: "To konto ma już klucz dostępu na tym urządzeniu.",
  confirm: "Potwierdź hasłem",
  failed: "Przeglądarka nie podała klucza dostępu. Spróbuj ponownie.",
  hint: "Loguj się odciskiem palca, twarzą, kodem PIN lub kluczem bezpieczeństwa.",
  hintSecond: "Samo hasło wtedy nie wystarczy.",
  instead: "Użyj klucza dostępu",
  keepName: "Zapisz",
  name: "Nazwa nowego klucza dostępu",
  nameExample: "Laptop",
  newName: "Nowa nazwa",
  recovery: "Kody odzyskiwania",
  recoveryHint:
    "Każdy działa raz zamiast klucza dostępu lub kodu jednorazowego. Trzymaj je tam, gdzie zaglądasz tylko ty.",
  recoveryInstead: "Użyj kodu odzyskiwania",
  recoveryLabel: "Kod odzyskiwania",
  recoveryLeft:
    "{count, plural, =0 {nie zostało nic} one {został #} few {zostały #} many {zostało #} other {zostało #}}",
  recoveryMake: "Utwórz nowe kody",
  recoveryOnce: "Te kody widać tylko raz. Wcześniejsze już nie działają.",
  rememberBrowser:
    "Nie pytaj tej przeglądarki przez {days, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}",
  remove: "Usuń",
  removeText: "Nikt się nim już nie zaloguje. Tam, gdzie jesteś zalogowany, nic się nie zmieni.",
  removeTitle: "Usunąć klucz dostępu {name}?",
  removed: "Klucz dostępu został usunięty.",
  rename: "Zmień nazwę",
  setUpInstead: "Użyj zamiast tego klucza dostępu",
  signIn: "Zaloguj się kluczem dostępu",
  synced: "Zsynchronizowany",
  title: "Klucze dostępu",
  unused: "Utworzony {since}, jeszcze nieużyty",
  used: "Użyty {seen}, utworzony {since}",
};

export default strings;
