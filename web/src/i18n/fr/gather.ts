// Words of custom emoji, groups of people and forwarding, in French.

import type { Strings } from "../catalogue";
import type { gather } from "../en/gather";

const strings: Strings<keyof typeof gather> = {
  add: "Ajouter",
  addEmoji: "Ajouter un émoji",
  back: "Retour",
  cancel: "Annuler",
  cannotRead:
    "{names} {count, plural, one {n’est pas dans cette équipe et ne pourrait pas le lire} other {ne sont pas dans cette équipe et ne pourraient pas le lire}}. Choisissez un autre endroit, ou copiez le texte.",
  choose: "Choisir celui-ci",
  comment: "Commentaire (facultatif)",
  createGroup: "Créer un groupe",
  customEmoji: "Émojis personnalisés",
  customEmojiHint: "Des images que tout le monde peut utiliser sur ce serveur.",
  delete: "Supprimer",
  deleteEmoji: "Supprimer {name}",
  deleteEmojiText: "Les messages et réactions qui l’utilisent montreront son nom à la place.",
  deleteGroup: "Supprimer le groupe",
  deleteGroupText: "Plus personne ne pourra l’appeler.",
  deleteQuestion: "Supprimer {name} ?",
  edit: "Modifier",
  editGroup: "Modifier {name}",
  emojiName: "Nom",
  emojiNameHint: "Minuscules, chiffres, - et _ ; s’écrit :nom:",
  findEmoji: "Chercher un émoji",
  forward: "Transférer",
  forwardTitle: "Transférer ce message",
  forwarded: "Transféré à {name}.",
  groupHandle: "S’appelle par",
  groupHandleHint: "Ce que l’on écrit après le @",
  groupName: "Nom du groupe",
  groups: "Groupes de personnes",
  groupsHint: "Un groupe s’appelle par un seul nom : tous ses membres sont prévenus.",
  history: "Versions",
  historyHint: "Ce que disait ce message avant d’être modifié. Vous seul le voyez.",
  members: "Membres",
  memberCount: "{count, plural, one {# membre} other {# membres}}",
  nameTaken: "Il y a déjà un émoji de ce nom.",
  noEmoji: "Aucun émoji personnalisé",
  noEmojiHint: "Choisissez une petite image et donnez-lui un nom.",
  noGroups: "Aucun groupe",
  noGroupsHint: "Créez-en un pour des personnes que l’on sollicite ensemble.",
  notLoaded: "Le chargement a échoué",
  optionsOf: "Options de {name}",
  outboxFull: "Trop de messages attendent d’être envoyés",
  picture: "Image",
  presentVersion: "Version actuelle",
  restoreVersion: "Rétablir cette version",
  save: "Enregistrer",
  to: "À",
  toClosed:
    "Ce message a été écrit là où seules certaines personnes peuvent le lire. Il ne peut être transféré que dans le même canal : ailleurs se trouvent des personnes qui n’ont pas le droit de le lire.",
  toHint: "Jusqu’à dix de vos canaux et conversations",
};

export default strings;
