// Words of imports and exports in the system console, in Ukrainian.

import type { Strings } from "../catalogue";
import type { transfer } from "../en/transfer";

const strings: Strings<keyof typeof transfer> = {
  attachments: "Взяти й долучені файли",
  begin: "Імпортувати",
  begun: "Розпочато. Результат зʼявиться в завданнях.",
  delete: "Видалити",
  deleteExport: "Видалити експорт {name}?",
  deleteImport: "Видалити вивантажений файл {name}?",
  deleteText: "Файл зникне. Імпортоване залишиться.",
  download: "Завантажити",
  downloadNamed: "Завантажити {name}",
  exports: "Експорти",
  exportsHint: "Усе написане тут у файлі, який може прочитати інший сервер",
  file: "Файл",
  imports: "Імпорти",
  importsHint: "Команди, облікові записи й повідомлення з іншого сервера",
  latestExport: "Останній експорт",
  latestImport: "Останній імпорт",
  leftOut:
    "{count, plural, one {Пропущено # файл або рядок} few {Пропущено # файли або рядки} many {Пропущено # файлів або рядків} other {Пропущено # файлу або рядка}}",
  newExport: "Новий експорт",
  noExports: "Ще нічого не експортовано",
  noImports: "Жоден файл не чекає на імпорт",
  readOtherwise: "Прочитано інакше, ніж у файлі",
  upload: "Вивантажити файл",
  uploaded: "Вивантажено",
  uploading: "Вивантаження… {percent} %",
};

export default strings;
