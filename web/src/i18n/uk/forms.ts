// Words of what programs ask: buttons, menus and forms; in Ukrainian.

import type { Strings } from "../catalogue";
import type { forms } from "../en/forms";

const strings: Strings<keyof typeof forms> = {
  actions: "Дії",
  cancel: "Скасувати",
  choose: "Вибрати…",
  nothingFound: "Нічого не знайдено",
  optional: "{label} (необовʼязково)",
  required: "Це поле обовʼязкове.",
  submit: "Надіслати",
  takeAway: "Вилучити {name}",
  tooLong: "Не більше ніж {count, plural, one {# символ} few {# символи} many {# символів} other {# символу}}.",
  tooShort: "Не менше ніж {count, plural, one {# символ} few {# символи} many {# символів} other {# символу}}.",
  wrongEmail: "Це не електронна адреса.",
  wrongNumber: "Це не число.",
  wrongUrl: "Адреса починається з http:// або https://.",
};

export default strings;
