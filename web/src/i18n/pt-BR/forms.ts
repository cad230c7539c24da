// Words of what programs ask: buttons, menus and forms; in Brazilian Portuguese.

import type { Strings } from "../catalogue";
import type { forms } from "../en/forms";

const strings: Strings<keyof typeof forms> = {
  actions: "Ações",
  cancel: "Cancelar",
  choose: "Escolher…",
  nothingFound: "Nada encontrado",
  optional: "{label} (opcional)",
  required: "Este campo é necessário.",
  submit: "Enviar",
  takeAway: "Remover {name}",
  tooLong: "No máximo {count, plural, one {# caractere} other {# caracteres}}.",
  tooShort: "No mínimo {count, plural, one {# caractere} other {# caracteres}}.",
  wrongEmail: "Isto não é um endereço de e-mail.",
  wrongNumber: "Isto não é um número.",
  wrongUrl: "Um endereço começa com http:// ou https://.",
};

export default strings;
