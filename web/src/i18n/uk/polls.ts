// Words of polls, in Ukrainian.

import type { Strings } from "../catalogue";
import type { polls } from "../en/polls";

const strings: Strings<keyof typeof polls> = {
  command: "Запропонувати людям вибрати",
  commandHint: '"питання" "варіант" "варіант"',
  create: "Запитати",
  many: "Кілька відповідей",
  manyHint: "Інакше нова відповідь скасовує попередню",
  options: "Варіанти",
  optionsFew: "Щонайменше два",
  optionsHint: "По одному в рядку, від двох до десяти",
  optionsMany: "Щонайбільше десять",
  poll: "Опитування",
  question: "Питання",
  start: "Почати опитування",
  voters:
    "{count, plural, =0 {Ще ніхто не голосував} one {Проголосувала # людина} few {Проголосували # людини} many {Проголосували # людей} other {Проголосували # людини}}",
  votes: "{count, plural, =0 {голосів немає} one {# голос} few {# голоси} many {# голосів} other {# голосу}}",
};

export default strings;
