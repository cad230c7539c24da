// The words of the catalogue `files`, in Ukrainian.

import type { Strings } from "../catalogue";
import type { files } from "../en/files";

const strings: Strings<keyof typeof files> = {
  asFile: "Як файл",
  copyPicture: "Копіювати зображення",
  document: "Документ",
  fit: "Вмістити у вікно",
  foldFile: "Сховати {name}",
  leaveText: "Залишити текстом",
  locked: "Має пароль. Його можна завантажити.",
  longText: "Це довгий текст: {count, plural, one {# рядок} few {# рядки} many {# рядків} other {# рядка}}.",
  notRead: "Не вдалося завантажити. Файл можна зберегти.",
  notText: "Це все ж не текст. Файл можна зберегти.",
  onTheWay: "{part} з {size}",
  onlyBeginning: "Це лише початок. Завантажте файл, щоб прочитати решту.",
  openFile: "Відкрити {name}",
  openMore: "Відкрити {name}, {count, plural, one {і ще #} few {і ще #} many {і ще #} other {і ще #}}",
  original: "Початковий розмір",
  page: "Сторінка {page}",
  pages: "{count, plural, one {# сторінка} few {# сторінки} many {# сторінок} other {# сторінки}}",
  pastedName: "вставлене.txt",
  pictures: "Зображення цього повідомлення",
  sheet: "Таблиця",
  slides: "Презентація",
  unfoldFile: "Показати {name}",
  wordsOnly: "Лише текст, без зображень і оформлення.",
  zoom: "Масштаб",
  zoomIn: "Збільшити",
  zoomOut: "Зменшити",
};

export default strings;
