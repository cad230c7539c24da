// Words of the emoji picker, in French.

import type { Strings } from "../catalogue";
import type { emoji } from "../en/emoji";

const strings: Strings<keyof typeof emoji> = {
  activities: "Activités",
  "animals-nature": "Animaux et nature",
  custom: "Personnalisés",
  dark: "Foncé",
  flags: "Drapeaux",
  "food-drink": "Nourriture et boissons",
  found: "Trouvés",
  gif: "GIF",
  gifs: "GIF",
  groups: "Groupes d’émojis",
  light: "Clair",
  medium: "Moyen",
  mediumDark: "Moyennement foncé",
  mediumLight: "Moyennement clair",
  noneFound: "Aucun émoji ne porte ce nom",
  noGifs: "Aucun GIF pour ces mots",
  none: "Sans teinte",
  notLoaded: "Les émojis n’ont pas pu être chargés",
  objects: "Objets",
  "people-body": "Personnes",
  poweredBy: "Fourni par {name}",
  recent: "Récents",
  search: "Chercher un émoji",
  searchGifs: "Rechercher des GIF",
  skinTone: "Teinte de peau",
  "smileys-emotion": "Smileys",
  symbols: "Symboles",
  title: "Émojis",
  "travel-places": "Voyages et lieux",
  tryAgain: "Réessayer",
};

export default strings;
