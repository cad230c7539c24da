// Words of imports and exports in the system console, in Spanish.

import type { Strings } from "../catalogue";
import type { transfer } from "../en/transfer";

const strings: Strings<keyof typeof transfer> = {
  attachments: "Llevar también los archivos adjuntos",
  begin: "Importar",
  begun: "Ha empezado. El resultado aparecerá en las tareas.",
  delete: "Eliminar",
  deleteExport: "¿Eliminar la exportación {name}?",
  deleteImport: "¿Eliminar el archivo subido {name}?",
  deleteText: "El archivo desaparecerá. Lo que se importó se queda.",
  download: "Descargar",
  downloadNamed: "Descargar {name}",
  exports: "Exportaciones",
  exportsHint: "Todo lo escrito aquí, en un archivo que otro servidor puede leer",
  file: "Archivo",
  imports: "Importaciones",
  importsHint: "Equipos, cuentas y mensajes de otro servidor",
  latestExport: "Última exportación",
  latestImport: "Última importación",
  leftOut: "{count, plural, one {Se omitió # archivo o línea} other {Se omitieron # archivos o líneas}}",
  newExport: "Nueva exportación",
  noExports: "Aún no se ha exportado nada",
  noImports: "Ningún archivo espera ser importado",
  readOtherwise: "Leído de otra forma que como está en el archivo",
  upload: "Subir un archivo",
  uploaded: "Subido",
  uploading: "Subiendo… {percent} %",
};

export default strings;
