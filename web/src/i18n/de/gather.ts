// Words of custom emoji, groups of people and forwarding, in German.

import type { Strings } from "../catalogue";
import type { gather as english } from "../en/gather";

const gather: Strings<keyof typeof english> = {
  add: "Hinzufügen",
  addEmoji: "Emoji hinzufügen",
  back: "Zurück",
  cancel: "Abbrechen",
  cannotRead:
    "{names} {count, plural, one {ist} other {sind}} nicht in diesem Team und {count, plural, one {könnte} other {könnten}} sie nicht lesen. Wähle einen anderen Ort, oder kopiere den Text.",
  choose: "Diese wählen",
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
  findEmoji: "Emojis suchen",
  forward: "Weiterleiten",
  forwardTitle: "Diese Nachricht weiterleiten",
  forwarded: "Weitergeleitet an {name}.",
  groupHandle: "Gerufen mit",
  groupHandleHint: "Was man nach dem @ schreibt",
  groupName: "Name der Gruppe",
  groups: "Gruppen von Personen",
  groupsHint: "Eine Gruppe wird mit einem Namen gerufen: Alle ihre Mitglieder erfahren davon.",
  history: "Versionen",
  historyHint: "Was diese Nachricht sagte, bevor sie geändert wurde. Nur du siehst das.",
  members: "Mitglieder",
  memberCount: "{count, plural, one {# Mitglied} other {# Mitglieder}}",
  nameTaken: "Ein Emoji dieses Namens gibt es schon.",
  noEmoji: "Noch keine eigenen Emojis",
  noEmojiHint: "Wähle ein kleines Bild und gib ihm einen Namen.",
  noGroups: "Noch keine Gruppen",
  noGroupsHint: "Lege eine für Personen an, die man zusammen fragt.",
  notLoaded: "Das ließ sich nicht laden",
  optionsOf: "Optionen von {name}",
  outboxFull: "Zu viel wartet darauf, gesendet zu werden",
  picture: "Bild",
  presentVersion: "So steht sie da",
  restoreVersion: "Diese Version zurückholen",
  save: "Speichern",
  to: "An",
  toClosed:
    "Diese Nachricht steht dort, wo nur einige lesen dürfen. Weiterleiten lässt sie sich nur in denselben Kanal: Anderswo sind Leute, die sie nicht lesen dürfen.",
  toHint: "Kanäle und Unterhaltungen von dir, bis zu zehn",
};

export default gather;
