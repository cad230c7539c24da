// Words of the bookmarks above a channel, in French.

import type { Strings } from "../catalogue";
import type { bookmarks } from "../en/bookmarks";

const strings: Strings<keyof typeof bookmarks> = {
  add: "Ajouter un signet",
  addFile: "Mettre un fichier en signet",
  addLink: "Mettre un lien en signet",
  address: "Adresse",
  addressWrong: "Une adresse commence par http:// ou https://.",
  bookmarks: "Signets",
  cancel: "Annuler",
  chooseEmoji: "Choisir un émoji",
  copyLink: "Copier le lien",
  delete: "Supprimer",
  deleteText: "{name} disparaîtra pour tout le monde dans le canal.",
  deleteTitle: "Supprimer ce signet ?",
  download: "Télécharger",
  edit: "Modifier",
  editTitle: "Modifier le signet",
  file: "Fichier",
  moveBack: "Déplacer vers l’arrière",
  moveOn: "Déplacer vers l’avant",
  moved: "{name} est maintenant en position {at} sur {count}.",
  name: "Nom",
  noEmoji: "Sans émoji",
  open: "Ouvrir",
  optionsOf: "Options de {name}",
  save: "Enregistrer",
};

export default strings;
