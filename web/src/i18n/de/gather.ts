// Words of custom emoji, groups of people and forwarding, in German.

import type { Strings } from "../catalogue";
import type { gather as english } from "../en/gather";

const gather: Strings<keyof typeof english> = {
  add: "Hinzufügen",
  addEmoji: "Emoji hinzufügen",
  back: "Zurück",
  cancel: "Abbrechen",
  comment: "Kommentar (freiwillig)",
  createGroup: "Gruppe anlegen",
  customEmoji: "Eigene Emojis",
  customEmojiHint: "Bilder, die alle auf diesem Server verwenden können.",
  delete: "Löschen",
  deleteEmoji: "{name} löschen",
  deleteEmojiText: "Nachrichten und Reaktionen zeigen dann stattdessen seinen Namen.",
  deleteGroup: "Gruppe löschen",
  deleteGroupText: "Niemand kann sie dann mehr rufen.",
  deleteQuestion: "{name} löschen?",
  edit: "Bearbeiten",
  editGroup: "{name} bearbeiten",
  emojiName: "Name",
  emojiNameHint: "Kleinbuchstaben, Ziffern, - und _; geschrieben als :name:",
  findEmoji: "Emoji suchen",
  forward: "Weiterleiten",
  forwardTitle: "Diese Nachricht weiterleiten",
  forwarded: "Weitergeleitet an {name}.",
  groupHandle: "Gerufen mit",
  groupHandleHint: "Was man nach dem @ schreibt",
  groupName: "Name der Gruppe",
  groups: "Gruppen von Personen",
  groupsHint: "Eine Gruppe wird mit einem Namen gerufen: Alle ihre Mitglieder erfahren davon.",
  members: "Mitglieder",
  memberCount: "{count, plural, one {# Mitglied} other {# Mitglieder}}",
  nameTaken: "Ein Emoji dieses Namens gibt es schon.",
  noEmoji: "Noch keine eigenen Emojis",
  noEmojiHint: "Wählen Sie ein kleines Bild und geben Sie ihm einen Namen.",
  noGroups: "Noch keine Gruppen",
  noGroupsHint: "Legen Sie eine für Personen an, die man zusammen fragt.",
  optionsOf: "Optionen von {name}",
  outboxFull: "Zu viel wartet darauf, gesendet zu werden",
  picture: "Bild",
  save: "Speichern",
  to: "An",
  toHint: "Ein Kanal oder eine Unterhaltung von Ihnen",
};

export default gather;
