// Words of the emoji picker, in Spanish.

import type { Strings } from "../catalogue";
import type { emoji } from "../en/emoji";

const strings: Strings<keyof typeof emoji> = {
  activities: "Actividades",
  "animals-nature": "Animales y naturaleza",
  custom: "Personalizados",
  dark: "Oscuro",
  flags: "Banderas",
  "food-drink": "Comida y bebida",
  found: "Encontrados",
  gif: "GIF",
  gifs: "GIF",
  groups: "Grupos de emojis",
  light: "Claro",
  medium: "Medio",
  mediumDark: "Medio oscuro",
  mediumLight: "Medio claro",
  noneFound: "Ningún emoji tiene ese nombre",
  noGifs: "No hay ningún GIF para estas palabras",
  none: "Sin tono",
  notLoaded: "No se pudieron cargar los emojis",
  objects: "Objetos",
  "people-body": "Personas",
  poweredBy: "Con tecnología de {name}",
  recent: "Recientes",
  search: "Buscar emojis",
  searchGifs: "Buscar GIF",
  skinTone: "Tono de piel",
  "smileys-emotion": "Caritas",
  symbols: "Símbolos",
  title: "Emojis",
  "travel-places": "Viajes y lugares",
  tryAgain: "Reintentar",
};

export default strings;
