// Words of the bookmarks above a channel, in Brazilian Portuguese.

import type { Strings } from "../catalogue";
import type { bookmarks } from "../en/bookmarks";

const strings: Strings<keyof typeof bookmarks> = {
  add: "Adicionar um marcador",
  addFile: "Marcar um arquivo",
  addLink: "Marcar um link",
  address: "Endereço",
  addressWrong: "Um endereço começa com http:// ou https://.",
  bookmarks: "Marcadores",
  cancel: "Cancelar",
  chooseEmoji: "Escolher um emoji",
  copyLink: "Copiar link",
  delete: "Excluir",
  deleteText: "{name} some para todos no canal.",
  deleteTitle: "Excluir este marcador?",
  download: "Baixar",
  edit: "Editar",
  editTitle: "Editar marcador",
  file: "Arquivo",
  moveBack: "Mover para trás",
  moveOn: "Mover para frente",
  moved: "{name} agora está na posição {at} de {count}.",
  name: "Nome",
  noEmoji: "Sem emoji",
  open: "Abrir",
  optionsOf: "Opções de {name}",
  save: "Salvar",
};

export default strings;
