// Words of custom emoji, groups of people and forwarding, in Polish.

import type { Strings } from "../catalogue";
import type { gather } from "../en/gather";

const strings: Strings<keyof typeof gather> = {
  add: "Dodaj",
  addEmoji: "Dodaj emoji",
  back: "Wstecz",
  cancel: "Anuluj",
  cannotRead:
    "{names} — {count, plural, one {tej osoby nie ma w zespole i nie mogłaby} few {tych osób nie ma w zespole i nie mogłyby} many {tych osób nie ma w zespole i nie mogłyby} other {tych osób nie ma w zespole i nie mogłyby}} tego przeczytać. Wybierz inne miejsce albo skopiuj tekst.",
  choose: "Wybierz to",
  comment: "Komentarz (opcjonalnie)",
  createGroup: "Utwórz grupę",
  customEmoji: "Własne emoji",
  customEmojiHint: "Obrazki, których może używać każdy na tym serwerze.",
  delete: "Usuń",
  deleteEmoji: "Usuń {name}",
  deleteEmojiText: "Wiadomości i reakcje, które go używają, pokażą jego nazwę.",
  deleteGroup: "Usuń grupę",
  deleteGroupText: "Nikt nie będzie mógł jej już wołać.",
  deleteQuestion: "Usunąć {name}?",
  edit: "Edytuj",
  editGroup: "Edytuj {name}",
  emojiName: "Nazwa",
  emojiNameHint: "Małe litery, cyfry, - i _; zapisywane jako :nazwa:",
  findEmoji: "Znajdź emoji",
  forward: "Przekaż dalej",
  forwardTitle: "Przekaż tę wiadomość dalej",
  forwarded: "Przekazano: {name}.",
  groupHandle: "Wołana jako",
  groupHandleHint: "To, co pisze się po @",
  groupName: "Nazwa grupy",
  groups: "Grupy osób",
  groupsHint: "Grupę woła się jedną nazwą: powiadomieni są wszyscy jej członkowie.",
  history: "Wersje",
  historyHint: "Treść tej wiadomości przed edycją. Widzisz to tylko Ty.",
  members: "Członkowie",
  memberCount: "{count, plural, one {# członek} few {# członków} many {# członków} other {# członka}}",
  nameTaken: "Emoji o tej nazwie już istnieje.",
  noEmoji: "Nie ma jeszcze własnych emoji",
  noEmojiHint: "Wybierz mały obrazek i nadaj mu nazwę.",
  noGroups: "Nie ma jeszcze grup",
  noGroupsHint: "Utwórz ją dla osób, które pytasz razem.",
  notLoaded: "Nie udało się wczytać",
  optionsOf: "Opcje: {name}",
  outboxFull: "Zbyt wiele czeka na wysłanie",
  picture: "Obraz",
  presentVersion: "Obecna treść",
  restoreVersion: "Przywróć tę wersję",
  save: "Zapisz",
  to: "Do",
  toClosed:
    "Tę wiadomość napisano tam, gdzie tylko niektórzy mogą ją czytać. Można ją przekazać tylko w tym samym kanale: gdzie indziej są osoby, które nie mogą jej czytać.",
  toHint: "Twoje kanały i rozmowy, do dziesięciu",
};

export default strings;
