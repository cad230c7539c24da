// Words of the primitives, in Brazilian Portuguese.

import type { Strings } from "../catalogue";
import type { ui } from "../en/ui";

const strings: Strings<keyof typeof ui> = {
  cancel: "Cancelar",
  clear: "Limpar",
  close: "Fechar",
  copied: "Copiado",
  copy: "Copiar",
  copyFailed: "Não foi possível copiar",
  dismiss: "Dispensar",
  hidePassword: "Ocultar senha",
  keyCtrl: "Ctrl",
  keyDelete: "Delete",
  keyShift: "Shift",
  loading: "Carregando…",
  nothingFound: "Nada encontrado",
  notifications: "Mensagens do aplicativo",
  save: "Salvar",
  saved: "Salvo",
  showPassword: "Mostrar senha",
  status: "{status, select, online {Online} away {Ausente} dnd {Não perturbe} other {Offline}}",
  tryAgain: "Tentar de novo",
  taskDone: "Feito",
  taskOpen: "A fazer",
};

export default strings;
