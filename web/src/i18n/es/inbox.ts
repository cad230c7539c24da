// Words of the inbox, in Spanish.

import type { Strings } from "../catalogue";
import type { inbox } from "../en/inbox";

const strings: Strings<keyof typeof inbox> = {
  inbox: "Bandeja de entrada",
  nothing: "No hay nada sin leer",
  nothingHint: "Aquí se reúne lo nuevo de tus canales, conversaciones e hilos.",
  readHint: "marca como leído",
  rest: "{count, plural, one {Uno más} other {# más}}",
};

export default strings;
