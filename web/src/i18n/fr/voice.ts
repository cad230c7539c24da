// Words of voice messages, in French.

import type { Strings } from "../catalogue";
import type { voice } from "../en/voice";

const strings: Strings<keyof typeof voice> = {
  at: "{at} sur {length}",
  denied: "Le navigateur ne donne pas de micro à ce site. Vous pouvez changer cela à côté de l’adresse.",
  discard: "Abandonner l’enregistrement",
  done: "Joindre l’enregistrement",
  message: "Message vocal",
  noMicrophone: "Aucun micro n’a été trouvé.",
  pause: "Pause",
  place: "Position dans le message vocal",
  play: "Écouter",
  record: "Enregistrer un message vocal",
  recording: "Enregistrement en cours",
  speed: "Vitesse : {speed}",
  tooLong:
    "{minutes, plural, one {Après une minute} other {Après # minutes}}, un enregistrement s’arrête de lui-même. Il est joint.",
};

export default strings;
