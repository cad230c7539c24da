// Words of files: in a post, in the composer, in the viewer. In German.

import type { Strings } from "../catalogue";
import type { files as english } from "../en/files";

const files: Strings<keyof typeof english> = {
  asFile: "Als Datei",
  copyPicture: "Bild kopieren",
  document: "Dokument",
  fit: "An das Fenster anpassen",
  foldFile: "{name} zuklappen",
  leaveText: "Als Text lassen",
  locked: "Es hat ein Passwort. Man kann es herunterladen.",
  longText: "Das ist ein langer Text: {count, plural, one {eine Zeile} other {# Zeilen}}.",
  notRead: "Die Datei ließ sich nicht laden. Du kannst sie herunterladen.",
  notText: "Das ist doch kein Text. Du kannst die Datei herunterladen.",
  onTheWay: "{part} von {size}",
  onlyBeginning: "Das ist der Anfang. Den Rest liest du, wenn du die Datei herunterlädst.",
  openFile: "{name} öffnen",
  openMore: "{name} öffnen, {count, plural, one {und ein weiteres} other {und # weitere}}",
  original: "Originalgröße",
  page: "Seite {page}",
  pages: "{count, plural, one {Eine Seite} other {# Seiten}}",
  pastedName: "eingefügt.txt",
  pictures: "Bilder dieser Nachricht",
  sheet: "Tabelle",
  slides: "Präsentation",
  unfoldFile: "{name} anzeigen",
  wordsOnly: "Nur die Wörter, ohne Bilder und Gestaltung.",
  zoom: "Vergrößerung",
  zoomIn: "Vergrößern",
  zoomOut: "Verkleinern",
};

export default files;
