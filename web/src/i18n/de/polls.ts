// Words of polls, in German.

import type { Strings } from "../catalogue";
import type { polls } from "../en/polls";

const strings: Strings<keyof typeof polls> = {
  command: "Lässt die Leute wählen",
  commandHint: '"Frage" "Antwort" "Antwort"',
  create: "Fragen",
  many: "Mehrere Antworten",
  manyHint: "Sonst nimmt eine neue Antwort die vorige zurück",
  options: "Antworten zur Auswahl",
  optionsFew: "Mindestens zwei",
  optionsHint: "Eine je Zeile, zwei bis zehn",
  optionsMany: "Höchstens zehn",
  poll: "Umfrage",
  question: "Frage",
  start: "Umfrage beginnen",
  voters:
    "{count, plural, =0 {Noch hat niemand abgestimmt} one {Eine Person hat abgestimmt} other {# Leute haben abgestimmt}}",
  votes: "{count, plural, =0 {keine Stimmen} one {eine Stimme} other {# Stimmen}}",
};

export default strings;
