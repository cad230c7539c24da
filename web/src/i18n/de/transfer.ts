// Words of imports and exports in the system console, in German.

import type { Strings } from "../catalogue";
import type { transfer as english } from "../en/transfer";

const transfer: Strings<keyof typeof english> = {
  attachments: "Angehängte Dateien mitnehmen",
  begin: "Übernehmen",
  begun: "Begonnen. Das Ergebnis steht dann unter Aufgaben.",
  delete: "Löschen",
  deleteExport: "Export {name} löschen?",
  deleteImport: "Hochgeladene Datei {name} löschen?",
  deleteText: "Die Datei ist dann weg. Was übernommen wurde, bleibt.",
  download: "Herunterladen",
  downloadNamed: "{name} herunterladen",
  exports: "Exporte",
  exportsHint: "Alles, was hier geschrieben steht, als Datei für einen anderen Server",
  file: "Datei",
  imports: "Importe",
  importsHint: "Teams, Konten und Nachrichten von einem anderen Server",
  latestExport: "Letzter Export",
  latestImport: "Letzter Import",
  leftOut: "{count, plural, one {# Datei oder Zeile wurde} other {# Dateien oder Zeilen wurden}} ausgelassen",
  newExport: "Neuer Export",
  noExports: "Noch wurde nichts exportiert",
  noImports: "Keine Datei wartet darauf, übernommen zu werden",
  readOtherwise: "Anders gelesen, als es in der Datei steht",
  upload: "Datei hochladen",
  uploaded: "Hochgeladen",
  uploading: "Wird hochgeladen… {percent} %",
};

export default transfer;
