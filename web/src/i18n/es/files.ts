// The words of the catalogue `files`, in Spanish.

import type { Strings } from "../catalogue";
import type { files } from "../en/files";

const strings: Strings<keyof typeof files> = {
  asFile: "Como archivo",
  copyPicture: "Copiar imagen",
  document: "Documento",
  fit: "Ajustar a la ventana",
  foldFile: "Ocultar {name}",
  leaveText: "Dejarlo como texto",
  locked: "Tiene contraseña. Se puede descargar.",
  longText: "Es un texto largo: {count, plural, one {una línea} other {# líneas}}.",
  notRead: "No se pudo cargar. Se puede descargar.",
  notText: "Al final no es texto. Se puede descargar.",
  onTheWay: "{part} de {size}",
  onlyBeginning: "Esto es solo el principio. Descárgalo para leer el resto.",
  openFile: "Abrir {name}",
  openMore: "Abrir {name}, {count, plural, one {y uno más} other {y # más}}",
  original: "Tamaño original",
  page: "Página {page}",
  pages: "{count, plural, one {Una página} other {# páginas}}",
  pastedName: "pegado.txt",
  pictures: "Imágenes de este mensaje",
  sheet: "Hoja de cálculo",
  slides: "Presentación",
  unfoldFile: "Mostrar {name}",
  wordsOnly: "Solo el texto, sin imágenes ni diseño.",
  zoom: "Zoom",
  zoomIn: "Ampliar",
  zoomOut: "Reducir",
};

export default strings;
