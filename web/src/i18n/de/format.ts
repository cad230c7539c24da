// Words of the bar over a message field, in German.

import type { Strings } from "../catalogue";
import type { format as english } from "../en/format";

const format: Strings<keyof typeof english> = {
  bold: "Fett",
  bullets: "Liste",
  code: "Code",
  codeBlock: "Codeblock",
  formatting: "Formatierung",
  heading: "Überschrift",
  italic: "Kursiv",
  link: "Link",
  noReplies: "Speichere, was du immer wieder sendest: Es ist hier auf allen deinen Geräten.",
  numbers: "Nummerierte Liste",
  preview: "Vorschau",
  quote: "Zitat",
  removeReply: "„{text}“ entfernen",
  replies: "Gespeicherte Antworten",
  saveReply: "Das Geschriebene speichern",
  strike: "Durchgestrichen",
};

export default format;
