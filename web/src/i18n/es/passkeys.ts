// Words of passkeys and recovery codes, in Spanish.

import type { Strings } from "../catalogue";
import type { passkeys } from "../en/passkeys";

const strings: Strings<keyof typeof passkeys> = {
  actions: "Acciones para {name}",
  add: "Añadir",
  added: "La llave de acceso se ha añadido.",
  already: "Esta cuenta ya tiene una llave de acceso en este dispositivo.",
  confirm: "Confirma con tu contraseña",
  failed: "El navegador no dio ninguna llave de acceso. Inténtalo de nuevo.",
  hint: "Inicia sesión con tu huella, tu cara, un PIN o una llave de seguridad.",
  hintSecond: "Entonces la contraseña sola no basta.",
  instead: "Usar una llave de acceso",
  keepName: "Guardar",
  name: "Nombre de una llave de acceso nueva",
  nameExample: "Portátil",
  newName: "Nuevo nombre",
  recovery: "Códigos de recuperación",
  recoveryHint:
    "Cada uno sirve una vez en lugar de una llave de acceso o un código de un solo uso. Guárdalos donde solo tú mires.",
  recoveryInstead: "Usar un código de recuperación",
  recoveryLabel: "Código de recuperación",
  recoveryLeft: "{count, plural, =0 {no queda ninguno} one {queda #} other {quedan #}}",
  recoveryMake: "Crear códigos nuevos",
  recoveryOnce: "Se muestran una sola vez. Los anteriores ya no sirven.",
  rememberBrowser: "No volver a preguntar a este navegador durante {days, plural, one {# día} other {# días}}",
  remove: "Quitar",
  removeText: "Ya nadie inicia sesión con ella. Donde ya has iniciado sesión, sigues igual.",
  removeTitle: "¿Quitar la llave de acceso {name}?",
  removed: "La llave de acceso se ha quitado.",
  rename: "Cambiar nombre",
  setUpInstead: "Usar una llave de acceso en su lugar",
  signIn: "Iniciar sesión con una llave de acceso",
  synced: "Sincronizada",
  title: "Llaves de acceso",
  unused: "Creada el {since}, aún sin usar",
  used: "Usada {seen}, creada el {since}",
};

export default strings;
