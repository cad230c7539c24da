// Words of polls, in Polish.

import type { Strings } from "../catalogue";
import type { polls } from "../en/polls";

const strings: Strings<keyof typeof polls> = {
  command: "Poproś ludzi o wybór",
  commandHint: '"pytanie" "odpowiedź" "odpowiedź"',
  create: "Zapytaj",
  many: "Kilka odpowiedzi",
  manyHint: "W przeciwnym razie nowa odpowiedź cofa poprzednią",
  options: "Odpowiedzi do wyboru",
  optionsFew: "Co najmniej dwie",
  optionsHint: "Jedna w wierszu, od dwóch do dziesięciu",
  optionsMany: "Najwyżej dziesięć",
  poll: "Ankieta",
  question: "Pytanie",
  start: "Rozpocznij ankietę",
  voters:
    "{count, plural, =0 {Nikt jeszcze nie głosował} one {Głosowała # osoba} few {Głosowały # osoby} many {Głosowało # osób} other {Głosowało # osoby}}",
  votes: "{count, plural, =0 {brak głosów} one {# głos} few {# głosy} many {# głosów} other {# głosu}}",
};

export default strings;
