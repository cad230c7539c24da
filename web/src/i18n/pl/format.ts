// Words of the bar over a message field, in Polish.

import type { Strings } from "../catalogue";
import type { format } from "../en/format";

const strings: Strings<keyof typeof format> = {
  bold: "Pogrubienie",
  bullets: "Lista",
  code: "Kod",
  codeBlock: "Blok kodu",
  formatting: "Formatowanie",
  heading: "Nagłówek",
  italic: "Kursywa",
  link: "Link",
  noReplies: "Zapisz to, co wysyłasz często: znajdziesz to tu na wszystkich urządzeniach.",
  numbers: "Lista numerowana",
  preview: "Podgląd",
  quote: "Cytat",
  removeReply: "Usuń „{text}”",
  replies: "Zapisane odpowiedzi",
  saveReply: "Zapisz to, co napisane",
  strike: "Przekreślenie",
};

export default strings;
