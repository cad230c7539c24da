// Words of the bookmarks above a channel, in German.

import type { Strings } from "../catalogue";
import type { bookmarks as english } from "../en/bookmarks";

const bookmarks: Strings<keyof typeof english> = {
  add: "Lesezeichen hinzufügen",
  addFile: "Datei als Lesezeichen",
  addLink: "Link als Lesezeichen",
  address: "Adresse",
  addressWrong: "Eine Adresse beginnt mit http:// oder https://.",
  bookmarks: "Lesezeichen",
  cancel: "Abbrechen",
  chooseEmoji: "Emoji wählen",
  copyLink: "Link kopieren",
  delete: "Löschen",
  deleteText: "{name} ist dann für alle im Kanal fort.",
  deleteTitle: "Dieses Lesezeichen löschen?",
  download: "Herunterladen",
  edit: "Bearbeiten",
  editTitle: "Lesezeichen bearbeiten",
  file: "Datei",
  moveBack: "Nach vorn",
  moveOn: "Nach hinten",
  moved: "{name} ist jetzt {at} von {count}.",
  name: "Name",
  noEmoji: "Kein Emoji",
  open: "Öffnen",
  optionsOf: "Optionen von {name}",
  save: "Speichern",
};

export default bookmarks;
