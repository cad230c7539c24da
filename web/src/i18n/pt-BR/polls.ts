// Words of polls, in Brazilian Portuguese.

import type { Strings } from "../catalogue";
import type { polls } from "../en/polls";

const strings: Strings<keyof typeof polls> = {
  command: "Pedir que as pessoas escolham",
  commandHint: '"pergunta" "opção" "opção"',
  create: "Perguntar",
  many: "Várias respostas",
  manyHint: "Senão, uma resposta nova retira a anterior",
  options: "Opções",
  optionsFew: "Pelo menos duas",
  optionsHint: "Uma por linha, de duas a dez",
  optionsMany: "Dez no máximo",
  poll: "Enquete",
  question: "Pergunta",
  start: "Começar uma enquete",
  voters: "{count, plural, =0 {Ninguém votou ainda} one {# pessoa votou} other {# pessoas votaram}}",
  votes: "{count, plural, =0 {sem votos} one {# voto} other {# votos}}",
};

export default strings;
