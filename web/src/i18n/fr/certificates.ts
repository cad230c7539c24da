// Words for the certificates of SAML in the system console, in French.

import type { Strings } from "../catalogue";
import type { certificates } from "../en/certificates";

const strings: Strings<keyof typeof certificates> = {
  certificates: "Certificats",
  idp: "Certificats du fournisseur",
  none: "Aucun",
  private: "Clé privée de ce serveur",
  public: "Certificat de ce serveur",
  read: "Lire la description",
  readDone: "La description est lue ; enregistrez ce qu’elle a rempli",
  readHint: "Remplit ci-dessous les deux adresses du fournisseur et prend aussitôt ses certificats",
  register: "À déclarer chez le fournisseur : Entity ID {entity}, adresse des réponses {receiver}",
  remove: "Retirer",
  removeText: "L’effet est immédiat, sur tous les nœuds. La connexion peut cesser de fonctionner.",
  removeTitle: "Retirer « {name} » ?",
  state: "État",
  there: "Présent",
  upload: "Envoyer",
  uploaded: "Valable dès maintenant, sur tous les nœuds",
  what: "Type",
};

export default strings;
