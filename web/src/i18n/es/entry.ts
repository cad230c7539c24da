// Words of the pages before the chat, in Spanish.

import type { Strings } from "../catalogue";
import type { entry } from "../en/entry";

const strings: Strings<keyof typeof entry> = {
  anotherLink: "Enviar otro enlace",
  desktopOpen: "Abrir la aplicación de escritorio",
  desktopText: "Has iniciado sesión. Se abre la aplicación de escritorio; si no, ábrela aquí.",
  desktopTitle: "Volver a la aplicación de escritorio",
  factorText: "Este servidor pide a todos un segundo factor: un código de tu teléfono además de la contraseña.",
  factorTitle: "Protege tu cuenta",
  forgotText: "Enviamos a la dirección de tu cuenta un enlace con el que eliges una contraseña nueva.",
  forgotTitle: "¿Olvidaste tu contraseña?",
  joining: "Unirse a un equipo",
  linkAsk: "¿Invitado sin contraseña?",
  linkOpen: "Pulsa el botón para iniciar sesión. El enlace vale una vez.",
  linkSent: "Si un invitado sin contraseña tiene la dirección {email}, un correo con un enlace está en camino.",
  linkText: "Enviamos un enlace a la dirección con la que te invitaron. Vale una vez, durante cinco minutos.",
  linkTitle: "Iniciar sesión con un enlace",
  newPassword: "Contraseña nueva",
  resetDone: "Tu contraseña ha cambiado. Inicia sesión con la nueva.",
  resetSent: "Si hay una cuenta con la dirección {email}, un correo con un enlace está en camino.",
  resetSubmit: "Cambiar contraseña",
  resetTitle: "Elige una contraseña nueva",
  sendAgain: "Enviar otro correo",
  sendLink: "Enviar enlace",
  ssoAddressTaken:
    "Una cuenta con tu dirección de correo inicia sesión de otra manera. Usa esa, o pide a un administrador que la cambie.",
  ssoAlreadyLinked:
    "Otra cuenta ya usa esta cuenta del servicio. Inicia sesión con ella o pregunta a un administrador.",
  ssoCode: "Código: {code}",
  ssoDenied: "El inicio de sesión se canceló o se rechazó allí. Inténtalo de nuevo.",
  ssoNoAccount: "No hay ninguna cuenta para ti en este servidor. Consulta a un administrador.",
  ssoNoAddress:
    "Tu dirección de correo no está confirmada allí, así que no se puede encontrar una cuenta con ella. Consulta a un administrador.",
  ssoNotAdmitted: "Tu cuenta no puede iniciar sesión. Consulta a un administrador.",
  ssoNotAllowed: "No estás entre quienes pueden usar este servidor. Consulta a un administrador.",
  ssoNotBegun: "El inicio de sesión tardó demasiado o se empezó en otra ventana. Inténtalo de nuevo.",
  ssoUnknown: "Esta manera de iniciar sesión ya no existe.",
  ssoUnreachable: "El servicio con el que inicias sesión no responde. Inténtalo más tarde o entra de otra manera.",
  ssoWith: "Iniciar sesión con",
  ssoWrong: "Algo no va bien con esta manera de iniciar sesión. Pasa el código a un administrador.",
  unverifiedText: "Antes de iniciar sesión, abre el enlace del correo que te enviamos.",
  unverifiedTitle: "Mira tu correo",
  verified: "Dirección confirmada",
  verifiedText: "{email} es tuyo. Puedes iniciar sesión.",
  verifySent: "Si {email} espera una confirmación, un correo con un enlace está en camino.",
};

export default strings;
