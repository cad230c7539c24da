// Words of the bookmarks above a channel, in Polish.

import type { Strings } from "../catalogue";
import type { bookmarks } from "../en/bookmarks";

const strings: Strings<keyof typeof bookmarks> = {
  add: "Dodaj zakładkę",
  addFile: "Dodaj plik do zakładek",
  addLink: "Dodaj link do zakładek",
  address: "Adres",
  addressWrong: "Adres zaczyna się od http:// lub https://.",
  bookmarks: "Zakładki",
  cancel: "Anuluj",
  chooseEmoji: "Wybierz emoji",
  copyLink: "Kopiuj link",
  delete: "Usuń",
  deleteText: "{name} zniknie dla wszystkich w kanale.",
  deleteTitle: "Usunąć tę zakładkę?",
  download: "Pobierz",
  edit: "Edytuj",
  editTitle: "Edytuj zakładkę",
  file: "Plik",
  moveBack: "Przesuń wstecz",
  moveOn: "Przesuń dalej",
  moved: "{name} jest teraz na miejscu {at} z {count}.",
  name: "Nazwa",
  noEmoji: "Bez emoji",
  open: "Otwórz",
  optionsOf: "Opcje: {name}",
  save: "Zapisz",
};

export default strings;
