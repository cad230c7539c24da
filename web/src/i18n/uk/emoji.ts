// Words of the emoji picker, in Ukrainian.

import type { Strings } from "../catalogue";
import type { emoji } from "../en/emoji";

const strings: Strings<keyof typeof emoji> = {
  activities: "Дозвілля",
  "animals-nature": "Тварини й природа",
  custom: "Власні",
  dark: "Темний",
  flags: "Прапори",
  "food-drink": "Їжа та напої",
  found: "Знайдене",
  gif: "GIF",
  gifs: "GIF-файли",
  groups: "Групи емодзі",
  light: "Світлий",
  medium: "Середній",
  mediumDark: "Середньо-темний",
  mediumLight: "Середньо-світлий",
  noneFound: "Емодзі з такою назвою немає",
  noGifs: "За цими словами GIF немає",
  none: "Без відтінку",
  notLoaded: "Не вдалося завантажити емодзі",
  objects: "Предмети",
  "people-body": "Люди",
  poweredBy: "Надає {name}",
  recent: "Нещодавні",
  search: "Шукати емодзі",
  searchGifs: "Шукати GIF",
  skinTone: "Відтінок шкіри",
  "smileys-emotion": "Смайлики",
  symbols: "Символи",
  title: "Емодзі",
  "travel-places": "Подорожі й місця",
  tryAgain: "Спробувати знову",
};

export default strings;
