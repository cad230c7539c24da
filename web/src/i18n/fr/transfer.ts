// Words of imports and exports in the system console, in French.

import type { Strings } from "../catalogue";
import type { transfer } from "../en/transfer";

const strings: Strings<keyof typeof transfer> = {
  attachments: "Prendre aussi les fichiers joints",
  begin: "Importer",
  begun: "C’est commencé. Le résultat se trouvera dans les tâches.",
  delete: "Supprimer",
  deleteExport: "Supprimer l’exportation {name} ?",
  deleteImport: "Supprimer le fichier envoyé {name} ?",
  deleteText: "Le fichier disparaîtra. Ce qui a été importé reste.",
  download: "Télécharger",
  downloadNamed: "Télécharger {name}",
  exports: "Exportations",
  exportsHint: "Tout ce qui est écrit ici, dans un fichier qu’un autre serveur peut lire",
  file: "Fichier",
  imports: "Importations",
  importsHint: "Équipes, comptes et messages d’un autre serveur",
  latestExport: "Dernière exportation",
  latestImport: "Dernière importation",
  leftOut:
    "{count, plural, one {# fichier ou ligne a été laissé de côté} other {# fichiers ou lignes ont été laissés de côté}}",
  newExport: "Nouvelle exportation",
  noExports: "Rien n’a encore été exporté",
  noImports: "Aucun fichier n’attend d’être importé",
  readOtherwise: "Lu autrement qu’il n’est écrit dans le fichier",
  upload: "Envoyer un fichier",
  uploaded: "Envoyé",
  uploading: "Envoi… {percent} %",
};

export default strings;
