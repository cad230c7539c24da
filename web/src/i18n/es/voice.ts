// Words of voice messages, in Spanish.

import type { Strings } from "../catalogue";
import type { voice } from "../en/voice";

const strings: Strings<keyof typeof voice> = {
  at: "{at} de {length}",
  denied: "El navegador no da micrófono a este sitio. Puedes cambiarlo junto a la dirección.",
  discard: "Descartar la grabación",
  done: "Adjuntar la grabación",
  message: "Mensaje de voz",
  noMicrophone: "No se encontró ningún micrófono.",
  pause: "Pausar",
  place: "Posición en el mensaje de voz",
  play: "Reproducir",
  record: "Grabar un mensaje de voz",
  recording: "Grabando",
  speed: "Velocidad: {speed}",
  tooLong: "{minutes, plural, one {Tras un minuto} other {Tras # minutos}}, una grabación termina sola. Está adjunta.",
};

export default strings;
