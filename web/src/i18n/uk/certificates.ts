// Words for the certificates of SAML in the system console, in Ukrainian.

import type { Strings } from "../catalogue";
import type { certificates } from "../en/certificates";

const strings: Strings<keyof typeof certificates> = {
  certificates: "Сертифікати",
  idp: "Сертифікати постачальника",
  none: "Немає",
  private: "Приватний ключ цього сервера",
  public: "Сертифікат цього сервера",
  read: "Прочитати опис",
  readDone: "Опис прочитано; збережіть те, що він заповнив",
  readHint: "Заповнює нижче обидві адреси постачальника й одразу приймає його сертифікати",
  register: "Зареєструвати в постачальника: Entity ID {entity}, адреса для відповідей {receiver}",
  remove: "Вилучити",
  removeText: "Діє одразу, на всіх вузлах. Вхід може перестати працювати.",
  removeTitle: "Вилучити «{name}»?",
  state: "Стан",
  there: "Є",
  upload: "Вивантажити",
  uploaded: "Діє відтепер, на всіх вузлах",
  what: "Вид",
};

export default strings;
