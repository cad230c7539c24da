// Words of imports and exports in the system console, in Polish.

import type { Strings } from "../catalogue";
import type { transfer } from "../en/transfer";

const strings: Strings<keyof typeof transfer> = {
  attachments: "Weź też załączone pliki",
  begin: "Importuj",
  begun: "Rozpoczęto. Wynik pojawi się w zadaniach.",
  delete: "Usuń",
  deleteExport: "Usunąć eksport {name}?",
  deleteImport: "Usunąć przesłany plik {name}?",
  deleteText: "Plik zniknie. To, co zaimportowano, zostanie.",
  download: "Pobierz",
  downloadNamed: "Pobierz {name}",
  exports: "Eksporty",
  exportsHint: "Wszystko, co tu napisano, w pliku, który odczyta inny serwer",
  file: "Plik",
  imports: "Importy",
  importsHint: "Zespoły, konta i wiadomości z innego serwera",
  latestExport: "Ostatni eksport",
  latestImport: "Ostatni import",
  leftOut:
    "{count, plural, one {Pominięto # plik lub wiersz} few {Pominięto # pliki lub wiersze} many {Pominięto # plików lub wierszy} other {Pominięto # pliku lub wiersza}}",
  newExport: "Nowy eksport",
  noExports: "Nic jeszcze nie wyeksportowano",
  noImports: "Żaden plik nie czeka na import",
  readOtherwise: "Odczytano inaczej, niż jest w pliku",
  upload: "Prześlij plik",
  uploaded: "Przesłano",
  uploading: "Przesyłanie… {percent} %",
};

export default strings;
