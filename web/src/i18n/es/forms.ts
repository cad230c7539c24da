// Words of what programs ask: buttons, menus and forms; in Spanish.

import type { Strings } from "../catalogue";
import type { forms } from "../en/forms";

const strings: Strings<keyof typeof forms> = {
  actions: "Acciones",
  cancel: "Cancelar",
  choose: "Elegir…",
  nothingFound: "No se encontró nada",
  optional: "{label} (opcional)",
  required: "Este campo es necesario.",
  submit: "Enviar",
  takeAway: "Quitar {name}",
  tooLong: "Como máximo {count, plural, one {# carácter} other {# caracteres}}.",
  tooShort: "Como mínimo {count, plural, one {# carácter} other {# caracteres}}.",
  wrongEmail: "Esto no es una dirección de correo.",
  wrongNumber: "Esto no es un número.",
  wrongUrl: "Una dirección empieza por http:// o https://.",
};

export default strings;
