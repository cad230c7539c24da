// Words of polls, in Spanish.

import type { Strings } from "../catalogue";
import type { polls } from "../en/polls";

const strings: Strings<keyof typeof polls> = {
  command: "Pedir que elijan",
  commandHint: '"pregunta" "opción" "opción"',
  create: "Preguntar",
  many: "Varias respuestas",
  manyHint: "Si no, una respuesta nueva retira la anterior",
  options: "Opciones",
  optionsFew: "Dos como mínimo",
  optionsHint: "Una por línea, de dos a diez",
  optionsMany: "Diez como máximo",
  poll: "Encuesta",
  question: "Pregunta",
  start: "Empezar una encuesta",
  voters: "{count, plural, =0 {Aún no ha votado nadie} one {Ha votado una persona} other {Han votado # personas}}",
  votes: "{count, plural, =0 {sin votos} one {un voto} other {# votos}}",
};

export default strings;
