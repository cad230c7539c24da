// Words of voice messages, in Ukrainian.

import type { Strings } from "../catalogue";
import type { voice } from "../en/voice";

const strings: Strings<keyof typeof voice> = {
  at: "{at} з {length}",
  denied: "Браузер не дає цьому сайту мікрофона. Це можна змінити біля адреси.",
  discard: "Відкинути запис",
  done: "Долучити запис",
  message: "Голосове повідомлення",
  noMicrophone: "Мікрофона не знайдено.",
  pause: "Призупинити",
  place: "Місце в голосовому повідомленні",
  play: "Відтворити",
  record: "Записати голосове повідомлення",
  recording: "Іде запис",
  speed: "Швидкість: {speed}",
  tooLong:
    "{minutes, plural, one {Через # хвилину} few {Через # хвилини} many {Через # хвилин} other {Через # хвилини}} запис завершується сам. Його долучено.",
};

export default strings;
