// The words of the catalogue `files`, in Brazilian Portuguese.

import type { Strings } from "../catalogue";
import type { files } from "../en/files";

const strings: Strings<keyof typeof files> = {
  asFile: "Como arquivo",
  copyPicture: "Copiar imagem",
  document: "Documento",
  fit: "Ajustar à janela",
  foldFile: "Ocultar {name}",
  leaveText: "Deixar como texto",
  locked: "Tem senha. Pode ser baixado.",
  longText: "É um texto longo: {count, plural, one {uma linha} other {# linhas}}.",
  notRead: "Não foi possível carregar. O arquivo pode ser baixado.",
  notText: "Afinal isto não é texto. O arquivo pode ser baixado.",
  onTheWay: "{part} de {size}",
  onlyBeginning: "Este é só o começo. Baixe o arquivo para ler o resto.",
  openFile: "Abrir {name}",
  openMore: "Abrir {name}, {count, plural, one {e mais um} other {e mais #}}",
  original: "Tamanho original",
  page: "Página {page}",
  pages: "{count, plural, one {Uma página} other {# páginas}}",
  pastedName: "colado.txt",
  pictures: "Imagens desta mensagem",
  sheet: "Planilha",
  slides: "Apresentação",
  unfoldFile: "Mostrar {name}",
  wordsOnly: "Só o texto, sem imagens nem formatação.",
  zoom: "Zoom",
  zoomIn: "Ampliar",
  zoomOut: "Reduzir",
};

export default strings;
