// Words of custom emoji, groups of people and forwarding, in Ukrainian.

import type { Strings } from "../catalogue";
import type { gather } from "../en/gather";

const strings: Strings<keyof typeof gather> = {
  add: "Додати",
  addEmoji: "Додати емодзі",
  back: "Назад",
  cancel: "Скасувати",
  cannotRead:
    "{names} — {count, plural, one {цієї людини немає в команді, тож вона не змогла б} few {цих людей немає в команді, тож вони не змогли б} many {цих людей немає в команді, тож вони не змогли б} other {цих людей немає в команді, тож вони не змогли б}} це прочитати. Виберіть інше місце або скопіюйте текст.",
  choose: "Вибрати це",
  comment: "Коментар (необовʼязково)",
  createGroup: "Створити групу",
  customEmoji: "Власні емодзі",
  customEmojiHint: "Зображення, якими може користуватися кожен на цьому сервері.",
  delete: "Видалити",
  deleteEmoji: "Видалити {name}",
  deleteEmojiText: "Повідомлення й реакції з ним показуватимуть натомість його назву.",
  deleteGroup: "Видалити групу",
  deleteGroupText: "Її вже ніхто не зможе покликати.",
  deleteQuestion: "Видалити {name}?",
  edit: "Редагувати",
  editGroup: "Редагувати {name}",
  emojiName: "Назва",
  emojiNameHint: "Малі латинські літери, цифри, - та _; пишеться як :name:",
  findEmoji: "Знайти емодзі",
  forward: "Переслати",
  forwardTitle: "Переслати це повідомлення",
  forwarded: "Переслано: {name}.",
  groupHandle: "Кличуть як",
  groupHandleHint: "Те, що пишуть після @",
  groupName: "Назва групи",
  groups: "Групи людей",
  groupsHint: "Групу кличуть однією назвою: сповіщення отримують усі її учасники.",
  history: "Версії",
  historyHint: "Що було в цьому повідомленні до редагування. Це бачите лише ви.",
  members: "Учасники",
  memberCount: "{count, plural, one {# учасник} few {# учасники} many {# учасників} other {# учасника}}",
  nameTaken: "Емодзі з такою назвою вже є.",
  noEmoji: "Власних емодзі ще немає",
  noEmojiHint: "Виберіть невелике зображення й дайте йому назву.",
  noGroups: "Груп ще немає",
  noGroupsHint: "Створіть групу для людей, яких питають разом.",
  notLoaded: "Не вдалося завантажити",
  optionsOf: "Параметри: {name}",
  outboxFull: "Забагато чекає на надсилання",
  picture: "Зображення",
  presentVersion: "Теперішній вигляд",
  restoreVersion: "Повернути цю версію",
  save: "Зберегти",
  to: "Кому",
  toClosed:
    "Це повідомлення написано там, де його можуть читати лише деякі. Його можна переслати тільки в тому самому каналі: деінде є люди, яким не можна його читати.",
  toHint: "Ваші канали й розмови, до десяти",
};

export default strings;
