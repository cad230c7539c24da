// Words of the inbox, in Polish.

import type { Strings } from "../catalogue";
import type { inbox } from "../en/inbox";

const strings: Strings<keyof typeof inbox> = {
  inbox: "Skrzynka",
  nothing: "Wszystko przeczytane",
  nothingHint: "Tu zbiera się to, co nowe w Twoich kanałach, rozmowach i wątkach.",
  readHint: "oznacza jako przeczytane",
  rest: "{count, plural, one {Jeszcze jedna} few {Jeszcze #} many {Jeszcze #} other {Jeszcze #}}",
};

export default strings;
