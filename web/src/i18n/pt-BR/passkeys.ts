// Words of passkeys and recovery codes, in Brazilian Portuguese.

import type { Strings } from "../catalogue";
import type { passkeys } from "../en/passkeys";

const strings: Strings<keyof typeof passkeys> = {
  actions: "Ações para {name}",
  add: "Adicionar",
  added: "A chave de acesso foi adicionada.",
  already: "Esta conta já tem uma chave de acesso neste dispositivo.",
  confirm: "Confirme com sua senha",
  failed: "O navegador não forneceu nenhuma chave de acesso. Tente de novo.",
  hint: "Entre com sua digital, seu rosto, um PIN ou uma chave de segurança.",
  hintSecond: "Assim, só a senha não basta mais.",
  instead: "Usar uma chave de acesso",
  keepName: "Salvar",
  name: "Nome de uma nova chave de acesso",
  nameExample: "Notebook",
  newName: "Novo nome",
  recovery: "Códigos de recuperação",
  recoveryHint:
    "Cada um vale uma vez no lugar de uma chave de acesso ou de um código único. Guarde-os onde só você olha.",
  recoveryInstead: "Usar um código de recuperação",
  recoveryLabel: "Código de recuperação",
  recoveryLeft: "{count, plural, =0 {nenhum restante} one {# restante} other {# restantes}}",
  recoveryMake: "Criar novos códigos",
  recoveryOnce: "Eles são mostrados uma única vez. Os anteriores não valem mais.",
  rememberBrowser: "Não perguntar de novo neste navegador por {days, plural, one {# dia} other {# dias}}",
  remove: "Remover",
  removeText: "Ninguém mais entra com ela. Onde você já entrou, continua conectado.",
  removeTitle: "Remover a chave de acesso {name}?",
  removed: "A chave de acesso foi removida.",
  rename: "Renomear",
  setUpInstead: "Usar uma chave de acesso",
  signIn: "Entrar com uma chave de acesso",
  synced: "Sincronizada",
  title: "Chaves de acesso",
  unused: "Criada em {since}, ainda não usada",
  used: "Usada {seen}, criada em {since}",
};

export default strings;
