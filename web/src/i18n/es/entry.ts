// Words of the pages before the chat, in Spanish.

import type { Strings } from "../catalogue";
import type { entry } from "../en/entry";

const strings: Strings<keyof typeof entry> = {
  anotherLink: "Enviar otro enlace",
  factorText: "Este servidor pide a todos un segundo factor: un código de tu teléfono además de la contraseña.",
  factorTitle: "Protege tu cuenta",
  forgotText: "Enviamos a la dirección de tu cuenta un enlace con el que eliges una contraseña nueva.",
  forgotTitle: "¿Olvidaste tu contraseña?",
  joining: "Unirse a un equipo",
  newPassword: "Contraseña nueva",
  resetDone: "Tu contraseña ha cambiado. Inicia sesión con la nueva.",
  resetSent: "Si hay una cuenta con la dirección {email}, un correo con un enlace está en camino.",
  resetSubmit: "Cambiar contraseña",
  resetTitle: "Elige una contraseña nueva",
  sendAgain: "Enviar otro correo",
  sendLink: "Enviar enlace",
  unverifiedText: "Antes de iniciar sesión, abre el enlace del correo que te enviamos.",
  unverifiedTitle: "Mira tu correo",
  verified: "Dirección confirmada",
  verifiedText: "{email} es tuyo. Puedes iniciar sesión.",
  verifySent: "Si {email} espera una confirmación, un correo con un enlace está en camino.",
};

export default strings;
