// Words of the primitives, in French.

import type { Strings } from "../catalogue";
import type { ui } from "../en/ui";

const strings: Strings<keyof typeof ui> = {
  cancel: "Annuler",
  clear: "Effacer",
  close: "Fermer",
  copied: "Copié",
  copy: "Copier",
  copyFailed: "La copie n’a pas pu être faite",
  dismiss: "Ignorer",
  hidePassword: "Masquer le mot de passe",
  keyCtrl: "Ctrl",
  keyDelete: "Suppr",
  keyShift: "Maj",
  loading: "Chargement…",
  nothingFound: "Aucun résultat",
  notifications: "Messages de l’application",
  save: "Enregistrer",
  saved: "Enregistré",
  showPassword: "Afficher le mot de passe",
  status: "{status, select, online {En ligne} away {Absent} dnd {Ne pas déranger} other {Hors ligne}}",
  tryAgain: "Réessayer",
  taskDone: "Fait",
  taskOpen: "À faire",
};

export default strings;
