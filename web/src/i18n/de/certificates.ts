// Words for the certificates of SAML in the system console, in German.

import type { Strings } from "../catalogue";
import type { certificates } from "../en/certificates";

const strings: Strings<keyof typeof certificates> = {
  certificates: "Zertifikate",
  idp: "Zertifikate des Anbieters",
  none: "Keins",
  private: "Privater Schlüssel dieses Servers",
  public: "Zertifikat dieses Servers",
  read: "Beschreibung lesen",
  readDone: "Die Beschreibung ist gelesen; speichere, was sie ausgefüllt hat",
  readHint: "Füllt unten die beiden Adressen des Anbieters aus und übernimmt seine Zertifikate sofort",
  register: "Beim Anbieter einzutragen: Entity-ID {entity}, Adresse für Antworten {receiver}",
  remove: "Entfernen",
  removeText: "Das gilt sofort, auf allen Knoten. Vielleicht kann sich dann niemand mehr anmelden.",
  removeTitle: "„{name}“ entfernen?",
  state: "Stand",
  there: "Vorhanden",
  upload: "Hochladen",
  uploaded: "Gilt ab jetzt, auf allen Knoten",
  what: "Art",
};

export default strings;
