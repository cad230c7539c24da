// Words of voice messages, in Polish.

import type { Strings } from "../catalogue";
import type { voice } from "../en/voice";

const strings: Strings<keyof typeof voice> = {
  at: "{at} z {length}",
  denied: "Przeglądarka nie daje tej stronie mikrofonu. Można to zmienić obok adresu.",
  discard: "Odrzuć nagranie",
  done: "Dołącz nagranie",
  message: "Wiadomość głosowa",
  noMicrophone: "Nie znaleziono mikrofonu.",
  pause: "Wstrzymaj",
  place: "Miejsce w wiadomości głosowej",
  play: "Odtwórz",
  record: "Nagraj wiadomość głosową",
  recording: "Nagrywanie",
  speed: "Tempo: {speed}",
  tooLong:
    "{minutes, plural, one {Po minucie} few {Po # minutach} many {Po # minutach} other {Po # minuty}} nagranie kończy się samo. Jest dołączone.",
};

export default strings;
