// The words of the catalogue `files`, in Polish.

import type { Strings } from "../catalogue";
import type { files } from "../en/files";

const strings: Strings<keyof typeof files> = {
  asFile: "Jako plik",
  copyPicture: "Kopiuj obraz",
  document: "Dokument",
  fit: "Dopasuj do okna",
  foldFile: "Ukryj {name}",
  leaveText: "Zostaw jako tekst",
  locked: "Ma hasło. Można go pobrać.",
  longText: "To długi tekst: {count, plural, one {jeden wiersz} few {# wiersze} many {# wierszy} other {# wiersza}}.",
  notRead: "Nie udało się wczytać. Można pobrać plik.",
  notText: "To jednak nie jest tekst. Można pobrać plik.",
  onTheWay: "{part} z {size}",
  onlyBeginning: "To tylko początek. Pobierz plik, aby przeczytać resztę.",
  openFile: "Otwórz {name}",
  openMore: "Otwórz {name}, {count, plural, one {i jeszcze jeden} few {i # inne} many {i # innych} other {i # innego}}",
  original: "Rozmiar oryginalny",
  page: "Strona {page}",
  pages: "{count, plural, one {# strona} few {# strony} many {# stron} other {# strony}}",
  pastedName: "wklejone.txt",
  pictures: "Obrazy tej wiadomości",
  sheet: "Arkusz",
  slides: "Prezentacja",
  unfoldFile: "Pokaż {name}",
  wordsOnly: "Tylko tekst, bez obrazów i układu.",
  zoom: "Powiększenie",
  zoomIn: "Powiększ",
  zoomOut: "Pomniejsz",
};

export default strings;
