// Words of the emoji picker, in Brazilian Portuguese.

import type { Strings } from "../catalogue";
import type { emoji } from "../en/emoji";

const strings: Strings<keyof typeof emoji> = {
  activities: "Atividades",
  "animals-nature": "Animais e natureza",
  custom: "Personalizados",
  dark: "Escuro",
  flags: "Bandeiras",
  "food-drink": "Comida e bebida",
  found: "Encontrados",
  gif: "GIF",
  gifs: "GIFs",
  groups: "Grupos de emojis",
  light: "Claro",
  medium: "Médio",
  mediumDark: "Médio escuro",
  mediumLight: "Médio claro",
  noneFound: "Nenhum emoji tem esse nome",
  noGifs: "Nenhum GIF para estas palavras",
  none: "Sem tom",
  notLoaded: "Não foi possível carregar os emojis",
  objects: "Objetos",
  "people-body": "Pessoas",
  poweredBy: "Fornecido por {name}",
  recent: "Recentes",
  search: "Buscar emojis",
  searchGifs: "Buscar GIFs",
  skinTone: "Tom de pele",
  "smileys-emotion": "Carinhas",
  symbols: "Símbolos",
  title: "Emojis",
  "travel-places": "Viagens e lugares",
  tryAgain: "Tentar de novo",
};

export default strings;
