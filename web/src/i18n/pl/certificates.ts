// Words for the certificates of SAML in the system console, in Polish.

import type { Strings } from "../catalogue";
import type { certificates } from "../en/certificates";

const strings: Strings<keyof typeof certificates> = {
  certificates: "Certyfikaty",
  idp: "Certyfikaty dostawcy",
  none: "Brak",
  private: "Klucz prywatny tego serwera",
  public: "Certyfikat tego serwera",
  read: "Wczytaj opis",
  readDone: "Opis wczytano; zapisz to, co wypełnił",
  readHint: "Wypełnia poniżej oba adresy dostawcy i od razu przyjmuje jego certyfikaty",
  register: "Do wpisania u dostawcy: Entity ID {entity}, adres odpowiedzi {receiver}",
  remove: "Usuń",
  removeText: "Działa od razu, na wszystkich węzłach. Logowanie może przestać działać.",
  removeTitle: "Usunąć „{name}”?",
  state: "Stan",
  there: "Jest",
  upload: "Prześlij",
  uploaded: "Obowiązuje od teraz, na wszystkich węzłach",
  what: "Rodzaj",
};

export default strings;
