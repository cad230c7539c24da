// Words of the emoji picker, in Polish.

import type { Strings } from "../catalogue";
import type { emoji } from "../en/emoji";

const strings: Strings<keyof typeof emoji> = {
  activities: "Aktywności",
  "animals-nature": "Zwierzęta i natura",
  custom: "Własne",
  dark: "Ciemny",
  flags: "Flagi",
  "food-drink": "Jedzenie i picie",
  found: "Znalezione",
  gif: "GIF",
  gifs: "GIF-y",
  groups: "Grupy emoji",
  light: "Jasny",
  medium: "Średni",
  mediumDark: "Średnio ciemny",
  mediumLight: "Średnio jasny",
  noneFound: "Żadne emoji tak się nie nazywa",
  noGifs: "Brak GIF-ów dla tych słów",
  none: "Bez odcienia",
  notLoaded: "Nie udało się wczytać emoji",
  objects: "Przedmioty",
  "people-body": "Ludzie",
  poweredBy: "Dostarcza {name}",
  recent: "Ostatnie",
  search: "Szukaj emoji",
  searchGifs: "Szukaj GIF-ów",
  skinTone: "Odcień skóry",
  "smileys-emotion": "Buźki",
  symbols: "Symbole",
  title: "Emoji",
  "travel-places": "Podróże i miejsca",
  tryAgain: "Spróbuj ponownie",
};

export default strings;
