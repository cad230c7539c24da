// Words of imports and exports in the system console, in Brazilian Portuguese.

import type { Strings } from "../catalogue";
import type { transfer } from "../en/transfer";

const strings: Strings<keyof typeof transfer> = {
  attachments: "Levar também os arquivos anexados",
  begin: "Importar",
  begun: "Começou. O resultado ficará nas tarefas.",
  delete: "Excluir",
  deleteExport: "Excluir a exportação {name}?",
  deleteImport: "Excluir o arquivo enviado {name}?",
  deleteText: "O arquivo some. O que foi importado fica.",
  download: "Baixar",
  downloadNamed: "Baixar {name}",
  exports: "Exportações",
  exportsHint: "Tudo o que foi escrito aqui, em um arquivo que outro servidor consegue ler",
  file: "Arquivo",
  imports: "Importações",
  importsHint: "Equipes, contas e mensagens de outro servidor",
  latestExport: "Última exportação",
  latestImport: "Última importação",
  leftOut: "{count, plural, one {# arquivo ou linha ficou de fora} other {# arquivos ou linhas ficaram de fora}}",
  newExport: "Nova exportação",
  noExports: "Nada foi exportado ainda",
  noImports: "Nenhum arquivo espera para ser importado",
  readOtherwise: "Lido de outra forma que a do arquivo",
  upload: "Enviar um arquivo",
  uploaded: "Enviado",
  uploading: "Enviando… {percent} %",
};

export default strings;
