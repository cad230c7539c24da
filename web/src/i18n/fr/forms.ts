// Words of what programs ask: buttons, menus and forms; in French.

import type { Strings } from "../catalogue";
import type { forms } from "../en/forms";

const strings: Strings<keyof typeof forms> = {
  actions: "Actions",
  cancel: "Annuler",
  choose: "Choisir…",
  nothingFound: "Aucun résultat",
  optional: "{label} (facultatif)",
  required: "Ce champ est obligatoire.",
  submit: "Envoyer",
  takeAway: "Retirer {name}",
  tooLong: "{count, plural, one {# caractère} other {# caractères}} au maximum.",
  tooShort: "{count, plural, one {# caractère} other {# caractères}} au minimum.",
  wrongEmail: "Ce n’est pas une adresse e-mail.",
  wrongNumber: "Ce n’est pas un nombre.",
  wrongUrl: "Une adresse commence par http:// ou https://.",
};

export default strings;
