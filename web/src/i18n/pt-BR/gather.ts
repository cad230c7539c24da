// Words of custom emoji, groups of people and forwarding, in Brazilian Portuguese.

import type { Strings } from "../catalogue";
import type { gather } from "../en/gather";

const strings: Strings<keyof typeof gather> = {
  add: "Adicionar",
  addEmoji: "Adicionar um emoji",
  back: "Voltar",
  cancel: "Cancelar",
  cannotRead:
    "{names} {count, plural, one {não está nesta equipe e não poderia ler} other {não estão nesta equipe e não poderiam ler}} a mensagem. Escolha outro lugar ou copie o texto.",
  choose: "Escolher este",
  comment: "Comentário (opcional)",
  createGroup: "Criar um grupo",
  customEmoji: "Emojis personalizados",
  customEmojiHint: "Imagens que todos neste servidor podem usar.",
  delete: "Excluir",
  deleteEmoji: "Excluir {name}",
  deleteEmojiText: "As mensagens e reações que o usam mostrarão o nome no lugar.",
  deleteGroup: "Excluir grupo",
  deleteGroupText: "Ninguém mais poderá chamá-lo.",
  deleteQuestion: "Excluir {name}?",
  edit: "Editar",
  editGroup: "Editar {name}",
  emojiName: "Nome",
  emojiNameHint: "Letras minúsculas, dígitos, - e _; escrito como :nome:",
  findEmoji: "Encontrar um emoji",
  forward: "Encaminhar",
  forwardTitle: "Encaminhar esta mensagem",
  forwarded: "Encaminhada para {name}.",
  groupHandle: "Chamado por",
  groupHandleHint: "O que se escreve depois do @",
  groupName: "Nome do grupo",
  groups: "Grupos de pessoas",
  groupsHint: "Um grupo é chamado por um só nome: todos os membros são avisados.",
  history: "Versões",
  historyHint: "O que esta mensagem dizia antes de ser editada. Só você vê isto.",
  members: "Membros",
  memberCount: "{count, plural, one {# membro} other {# membros}}",
  nameTaken: "Já existe um emoji com esse nome.",
  noEmoji: "Ainda não há emojis personalizados",
  noEmojiHint: "Escolha uma imagem pequena e dê um nome a ela.",
  noGroups: "Ainda não há grupos",
  noGroupsHint: "Crie um para pessoas que são consultadas juntas.",
  notLoaded: "Não foi possível carregar",
  optionsOf: "Opções de {name}",
  outboxFull: "Há coisas demais esperando envio",
  picture: "Imagem",
  presentVersion: "Como está agora",
  restoreVersion: "Trazer esta versão de volta",
  save: "Salvar",
  to: "Para",
  toClosed:
    "Esta mensagem foi escrita onde só alguns podem ler. Ela só pode ser encaminhada no mesmo canal: em outros lugares há pessoas que não podem lê-la.",
  toHint: "Seus canais e conversas, até dez",
};

export default strings;
