// Words of the primitives, in Ukrainian.

import type { Strings } from "../catalogue";
import type { ui } from "../en/ui";

const strings: Strings<keyof typeof ui> = {
  cancel: "Скасувати",
  clear: "Очистити",
  close: "Закрити",
  copied: "Скопійовано",
  copy: "Копіювати",
  copyFailed: "Не вдалося скопіювати",
  dismiss: "Відхилити",
  hidePassword: "Сховати пароль",
  keyCtrl: "Ctrl",
  keyDelete: "Delete",
  keyShift: "Shift",
  loading: "Завантаження…",
  nothingFound: "Нічого не знайдено",
  notifications: "Повідомлення застосунку",
  save: "Зберегти",
  saved: "Збережено",
  showPassword: "Показати пароль",
  status: "{status, select, online {У мережі} away {Немає на місці} dnd {Не турбувати} other {Не в мережі}}",
  tryAgain: "Спробувати знову",
  taskDone: "Зроблено",
  taskOpen: "Не зроблено",
};

export default strings;
