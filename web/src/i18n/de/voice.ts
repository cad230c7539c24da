// Words of voice messages, in German.

import type { Strings } from "../catalogue";
import type { voice } from "../en/voice";

const strings: Strings<keyof typeof voice> = {
  at: "{at} von {length}",
  denied: "Der Browser gibt dieser Seite kein Mikrofon. Das lässt sich neben der Adresse ändern.",
  discard: "Aufnahme verwerfen",
  done: "Aufnahme anhängen",
  message: "Sprachnachricht",
  noMicrophone: "Es wurde kein Mikrofon gefunden.",
  pause: "Anhalten",
  place: "Stelle in der Sprachnachricht",
  play: "Abspielen",
  record: "Sprachnachricht aufnehmen",
  recording: "Aufnahme läuft",
  speed: "Tempo: {speed}",
  tooLong:
    "{minutes, plural, one {Nach einer Minute} other {Nach # Minuten}} endet eine Aufnahme von selbst. Die Aufnahme ist angehängt.",
};

export default strings;
