// Words of voice messages, in Brazilian Portuguese.

import type { Strings } from "../catalogue";
import type { voice } from "../en/voice";

const strings: Strings<keyof typeof voice> = {
  at: "{at} de {length}",
  denied: "O navegador não dá microfone a este site. Você pode mudar isso ao lado do endereço.",
  discard: "Descartar a gravação",
  done: "Anexar a gravação",
  message: "Mensagem de voz",
  noMicrophone: "Nenhum microfone foi encontrado.",
  pause: "Pausar",
  place: "Posição na mensagem de voz",
  play: "Reproduzir",
  record: "Gravar uma mensagem de voz",
  recording: "Gravando",
  speed: "Velocidade: {speed}",
  tooLong:
    "{minutes, plural, one {Após um minuto} other {Após # minutos}}, uma gravação termina sozinha. Ela está anexada.",
};

export default strings;
