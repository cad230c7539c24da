// Words of the emoji picker, in German.

import type { Strings } from "../catalogue";
import type { emoji as english } from "../en/emoji";

const emoji: Strings<keyof typeof english> = {
  activities: "Aktivitäten",
  "animals-nature": "Tiere und Natur",
  custom: "Eigene",
  dark: "Dunkel",
  flags: "Flaggen",
  "food-drink": "Essen und Trinken",
  found: "Gefunden",
  gif: "GIF",
  gifs: "GIFs",
  groups: "Emoji-Gruppen",
  light: "Hell",
  medium: "Mittel",
  mediumDark: "Mitteldunkel",
  mediumLight: "Mittelhell",
  noneFound: "Kein Emoji heißt so",
  noGifs: "Zu diesen Wörtern gibt es kein GIF",
  none: "Ohne Hautton",
  notLoaded: "Die Emojis konnten nicht geladen werden",
  objects: "Gegenstände",
  "people-body": "Menschen",
  poweredBy: "Bereitgestellt von {name}",
  recent: "Zuletzt benutzt",
  search: "Emojis suchen",
  searchGifs: "GIFs suchen",
  skinTone: "Hautton",
  "smileys-emotion": "Smileys",
  symbols: "Symbole",
  title: "Emojis",
  "travel-places": "Reisen und Orte",
  tryAgain: "Erneut versuchen",
};

export default emoji;
