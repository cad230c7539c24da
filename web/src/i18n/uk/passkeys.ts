// Words of passkeys and recovery codes, in Ukrainian.

import type { Strings } from "../catalogue";
import type { passkeys } from "../en/passkeys";

const strings: Strings<keyof typeof passkeys> = {
  actions: "Дії для {name}",
  add: "Додати",
  added: "Ключ доступу додано.",
  already: "Цей обліковий запис уже має ключ доступу на цьому пристрої.",
  confirm: "Підтвердьте паролем",
  failed: "Браузер не надав ключа доступу. Спробуйте ще раз.",
  hint: "Входьте за відбитком пальця, обличчям, PIN-кодом або ключем безпеки.",
  hintSecond: "Тоді самого пароля не досить.",
  instead: "Використати ключ доступу",
  keepName: "Зберегти",
  name: "Назва нового ключа доступу",
  nameExample: "Ноутбук",
  newName: "Нова назва",
  recovery: "Коди відновлення",
  recoveryHint:
    "Кожен діє один раз замість ключа доступу чи одноразового коду. Зберігайте їх там, куди дивитеся лише ви.",
  recoveryInstead: "Використати код відновлення",
  recoveryLabel: "Код відновлення",
  recoveryLeft:
    "{count, plural, =0 {не залишилося} one {залишився #} few {залишилося #} many {залишилося #} other {залишилося #}}",
  recoveryMake: "Створити нові коди",
  recoveryOnce: "Їх показано лише раз. Попередні більше не діють.",
  rememberBrowser: "Не питати цей браузер {days, plural, one {# день} few {# дні} many {# днів} other {# дня}}",
  remove: "Вилучити",
  removeText: "Ніхто більше не ввійде за ним. Там, де ви вже ввійшли, усе лишиться як є.",
  removeTitle: "Вилучити ключ доступу {name}?",
  removed: "Ключ доступу вилучено.",
  rename: "Перейменувати",
  setUpInstead: "Натомість використати ключ доступу",
  signIn: "Увійти за ключем доступу",
  synced: "Синхронізовано",
  title: "Ключі доступу",
  unused: "Створено {since}, ще не використано",
  used: "Використано {seen}, створено {since}",
};

export default strings;
