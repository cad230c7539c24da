// The words of the catalogue `files`, in French.

import type { Strings } from "../catalogue";
import type { files } from "../en/files";

const strings: Strings<keyof typeof files> = {
  asFile: "En fichier",
  copyPicture: "Copier l’image",
  document: "Document",
  fit: "Ajuster à la fenêtre",
  foldFile: "Masquer {name}",
  leaveText: "Laisser en texte",
  locked: "Il a un mot de passe. On peut le télécharger.",
  longText: "Le texte est long : {count, plural, one {une ligne} other {# lignes}}.",
  notRead: "Le chargement a échoué. Le fichier peut être téléchargé.",
  notText: "Ce n’est finalement pas du texte. Le fichier peut être téléchargé.",
  onTheWay: "{part} sur {size}",
  onlyBeginning: "C’est seulement le début. Téléchargez-le pour lire la suite.",
  openFile: "Ouvrir {name}",
  openMore: "Ouvrir {name}, {count, plural, one {et un autre} other {et # autres}}",
  original: "Taille d’origine",
  page: "Page {page}",
  pages: "{count, plural, one {Une page} other {# pages}}",
  pastedName: "collé.txt",
  pictures: "Images de ce message",
  sheet: "Feuille de calcul",
  slides: "Présentation",
  unfoldFile: "Afficher {name}",
  wordsOnly: "Le texte seul, sans images ni mise en page.",
  zoom: "Zoom",
  zoomIn: "Agrandir",
  zoomOut: "Réduire",
};

export default strings;
