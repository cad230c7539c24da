// Words of the bookmarks above a channel, in Ukrainian.

import type { Strings } from "../catalogue";
import type { bookmarks } from "../en/bookmarks";

const strings: Strings<keyof typeof bookmarks> = {
  add: "Додати закладку",
  addFile: "Закладка на файл",
  addLink: "Закладка на посилання",
  address: "Адреса",
  addressWrong: "Адреса починається з http:// або https://.",
  bookmarks: "Закладки",
  cancel: "Скасувати",
  chooseEmoji: "Вибрати емодзі",
  copyLink: "Копіювати посилання",
  delete: "Видалити",
  deleteText: "{name} зникне для всіх у каналі.",
  deleteTitle: "Видалити цю закладку?",
  download: "Завантажити",
  edit: "Редагувати",
  editTitle: "Редагувати закладку",
  file: "Файл",
  moveBack: "Пересунути назад",
  moveOn: "Пересунути вперед",
  moved: "{name} тепер на місці {at} з {count}.",
  name: "Назва",
  noEmoji: "Без емодзі",
  open: "Відкрити",
  optionsOf: "Параметри: {name}",
  save: "Зберегти",
};

export default strings;
