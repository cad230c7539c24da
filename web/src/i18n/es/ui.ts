// Words of the primitives, in Spanish.

import type { Strings } from "../catalogue";
import type { ui } from "../en/ui";

const strings: Strings<keyof typeof ui> = {
  cancel: "Cancelar",
  clear: "Borrar",
  close: "Cerrar",
  copied: "Copiado",
  copy: "Copiar",
  copyFailed: "No se pudo copiar",
  dismiss: "Descartar",
  hidePassword: "Ocultar contraseña",
  keyCtrl: "Ctrl",
  keyDelete: "Supr",
  keyShift: "Mayús",
  loading: "Cargando…",
  nothingFound: "No se encontró nada",
  notifications: "Mensajes de la aplicación",
  save: "Guardar",
  saved: "Guardado",
  showPassword: "Mostrar contraseña",
  status: "{status, select, online {En línea} away {Ausente} dnd {No molestar} other {Desconectado}}",
  tryAgain: "Reintentar",
  taskDone: "Hecho",
  taskOpen: "Sin hacer",
};

export default strings;
