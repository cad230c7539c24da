// Words of the bar over a message field, in Spanish.

import type { Strings } from "../catalogue";
import type { format } from "../en/format";

const strings: Strings<keyof typeof format> = {
  bold: "Negrita",
  bullets: "Lista",
  code: "Código",
  codeBlock: "Bloque de código",
  formatting: "Formato",
  heading: "Título",
  italic: "Cursiva",
  link: "Enlace",
  noReplies: "Guarda lo que envías una y otra vez: aquí lo tienes en todos tus dispositivos.",
  numbers: "Lista numerada",
  preview: "Vista previa",
  quote: "Cita",
  removeReply: "Quitar «{text}»",
  replies: "Respuestas guardadas",
  saveReply: "Guardar lo escrito",
  strike: "Tachado",
};

export default strings;
