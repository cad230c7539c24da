// Words of polls, in French.

import type { Strings } from "../catalogue";
import type { polls } from "../en/polls";

const strings: Strings<keyof typeof polls> = {
  command: "Faire choisir les gens",
  commandHint: '"question" "choix" "choix"',
  create: "Demander",
  many: "Plusieurs réponses",
  manyHint: "Sinon, une nouvelle réponse remplace la précédente",
  options: "Choix",
  optionsFew: "Deux au moins",
  optionsHint: "Un par ligne, de deux à dix",
  optionsMany: "Dix au plus",
  poll: "Sondage",
  question: "Question",
  start: "Commencer un sondage",
  voters: "{count, plural, =0 {Personne n’a encore voté} one {# personne a voté} other {# personnes ont voté}}",
  votes: "{count, plural, =0 {aucun vote} one {# vote} other {# votes}}",
};

export default strings;
