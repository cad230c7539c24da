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
  groups: "Groupes d’émojis",
  light: "Clair",
  medium: "Moyen",
  mediumDark: "Moyennement foncé",
  mediumLight: "Moyennement clair",
  noneFound: "Aucun émoji ne porte ce nom",
  none: "Sans teinte",
  notLoaded: "Les émojis n’ont pas pu être chargés",
  objects: "Objets",
  "people-body": "Personnes",
  recent: "Récents",
  search: "Chercher un émoji",
  skinTone: "Teinte de peau",
  "smileys-emotion": "Smileys",
  symbols: "Symboles",
  title: "Émojis",
  "travel-places": "Voyages et lieux",
};

export default strings;
