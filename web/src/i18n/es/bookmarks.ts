// Words of the bookmarks above a channel, in Spanish.

import type { Strings } from "../catalogue";
import type { bookmarks } from "../en/bookmarks";

const strings: Strings<keyof typeof bookmarks> = {
  add: "Añadir un marcador",
  addFile: "Marcar un archivo",
  addLink: "Marcar un enlace",
  address: "Dirección",
  addressWrong: "Una dirección empieza por http:// o https://.",
  bookmarks: "Marcadores",
  cancel: "Cancelar",
  chooseEmoji: "Elegir un emoji",
  copyLink: "Copiar enlace",
  delete: "Eliminar",
  deleteText: "{name} desaparecerá para todos en el canal.",
  deleteTitle: "¿Eliminar este marcador?",
  download: "Descargar",
  edit: "Editar",
  editTitle: "Editar marcador",
  file: "Archivo",
  moveBack: "Mover hacia atrás",
  moveOn: "Mover hacia delante",
  moved: "{name} está ahora en la posición {at} de {count}.",
  name: "Nombre",
  noEmoji: "Sin emoji",
  open: "Abrir",
  optionsOf: "Opciones de {name}",
  save: "Guardar",
};

export default strings;
