// Words of custom emoji, groups of people and forwarding, in Spanish.

import type { Strings } from "../catalogue";
import type { gather } from "../en/gather";

const strings: Strings<keyof typeof gather> = {
  add: "Añadir",
  addEmoji: "Añadir un emoji",
  back: "Atrás",
  cancel: "Cancelar",
  cannotRead:
    "{names} {count, plural, one {no está en este equipo y no podría leerlo} other {no están en este equipo y no podrían leerlo}}. Elige otro lugar o copia el texto.",
  choose: "Elegir este",
  comment: "Comentario (opcional)",
  createGroup: "Crear un grupo",
  customEmoji: "Emojis personalizados",
  customEmojiHint: "Imágenes que todos pueden usar en este servidor.",
  delete: "Eliminar",
  deleteEmoji: "Eliminar {name}",
  deleteEmojiText: "Los mensajes y reacciones que lo usan mostrarán su nombre en su lugar.",
  deleteGroup: "Eliminar grupo",
  deleteGroupText: "Nadie podrá llamarlo más.",
  deleteQuestion: "¿Eliminar {name}?",
  edit: "Editar",
  editGroup: "Editar {name}",
  emojiName: "Nombre",
  emojiNameHint: "Minúsculas, cifras, - y _; se escribe :nombre:",
  findEmoji: "Buscar un emoji",
  forward: "Reenviar",
  forwardTitle: "Reenviar este mensaje",
  forwarded: "Reenviado a {name}.",
  groupHandle: "Se le llama con",
  groupHandleHint: "Lo que se escribe después de @",
  groupName: "Nombre del grupo",
  groups: "Grupos de personas",
  groupsHint: "A un grupo se le llama con un solo nombre: se avisa a todos sus miembros.",
  history: "Versiones",
  historyHint: "Lo que decía este mensaje antes de editarlo. Solo tú lo ves.",
  members: "Miembros",
  memberCount: "{count, plural, one {# miembro} other {# miembros}}",
  nameTaken: "Ya hay un emoji con ese nombre.",
  noEmoji: "Aún no hay emojis personalizados",
  noEmojiHint: "Elige una imagen pequeña y ponle un nombre.",
  noGroups: "Aún no hay grupos",
  noGroupsHint: "Crea uno para personas a las que se pregunta a la vez.",
  notLoaded: "No se pudo cargar",
  optionsOf: "Opciones de {name}",
  outboxFull: "Hay demasiado esperando para enviarse",
  picture: "Imagen",
  presentVersion: "Tal como está",
  restoreVersion: "Recuperar esta versión",
  save: "Guardar",
  to: "Para",
  toClosed:
    "Este mensaje se escribió donde solo algunos pueden leerlo. Solo puede reenviarse en el mismo canal: en otros lugares hay personas que no deben leerlo.",
  toHint: "Canales y conversaciones tuyos, hasta diez",
};

export default strings;
