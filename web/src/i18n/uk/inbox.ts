// Words of the inbox, in Ukrainian.

import type { Strings } from "../catalogue";
import type { inbox } from "../en/inbox";

const strings: Strings<keyof typeof inbox> = {
  inbox: "Вхідні",
  nothing: "Усе прочитано",
  nothingHint: "Тут збирається нове з ваших каналів, розмов і гілок.",
  readHint: "позначає прочитаним",
  rest: "{count, plural, one {Ще одне} few {Ще #} many {Ще #} other {Ще #}}",
};

export default strings;
