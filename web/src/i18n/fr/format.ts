// Words of the bar over a message field, in French.

import type { Strings } from "../catalogue";
import type { format } from "../en/format";

const strings: Strings<keyof typeof format> = {
  bold: "Gras",
  bullets: "Liste",
  code: "Code",
  codeBlock: "Bloc de code",
  formatting: "Mise en forme",
  heading: "Titre",
  italic: "Italique",
  link: "Lien",
  noReplies: "Enregistrez ce que vous envoyez souvent : vous le retrouvez ici sur tous vos appareils.",
  numbers: "Liste numérotée",
  preview: "Aperçu",
  quote: "Citation",
  removeReply: "Retirer « {text} »",
  replies: "Réponses enregistrées",
  saveReply: "Enregistrer ce qui est écrit",
  strike: "Barré",
};

export default strings;
