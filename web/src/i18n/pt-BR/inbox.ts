// Words of the inbox, in Brazilian Portuguese.

import type { Strings } from "../catalogue";
import type { inbox } from "../en/inbox";

const strings: Strings<keyof typeof inbox> = {
  inbox: "Caixa de entrada",
  nothing: "Não há nada por ler",
  nothingHint: "O que há de novo nos seus canais, conversas e tópicos se reúne aqui.",
  readHint: "marca como lido",
  rest: "{count, plural, one {Mais um} other {Mais #}}",
};

export default strings;
