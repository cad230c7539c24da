// Words of the bar over a message field, in Brazilian Portuguese.

import type { Strings } from "../catalogue";
import type { format } from "../en/format";

const strings: Strings<keyof typeof format> = {
  bold: "Negrito",
  bullets: "Lista",
  code: "Código",
  codeBlock: "Bloco de código",
  formatting: "Formatação",
  heading: "Título",
  italic: "Itálico",
  link: "Link",
  noReplies: "Salve o que você envia sempre: fica aqui em todos os seus dispositivos.",
  numbers: "Lista numerada",
  preview: "Prévia",
  quote: "Citação",
  removeReply: "Remover “{text}”",
  replies: "Respostas salvas",
  saveReply: "Salvar o que está escrito",
  strike: "Tachado",
};

export default strings;
