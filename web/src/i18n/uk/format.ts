// Words of the bar over a message field, in Ukrainian.

import type { Strings } from "../catalogue";
import type { format } from "../en/format";

const strings: Strings<keyof typeof format> = {
  bold: "Жирний",
  bullets: "Список",
  code: "Код",
  codeBlock: "Блок коду",
  formatting: "Форматування",
  heading: "Заголовок",
  italic: "Курсив",
  link: "Посилання",
  noReplies: "Збережіть те, що надсилаєте часто: воно буде тут на всіх ваших пристроях.",
  numbers: "Нумерований список",
  preview: "Перегляд",
  quote: "Цитата",
  removeReply: "Вилучити «{text}»",
  replies: "Збережені відповіді",
  saveReply: "Зберегти написане",
  strike: "Закреслений",
};

export default strings;
