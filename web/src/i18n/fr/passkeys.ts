// Words of passkeys and recovery codes, in French.

import type { Strings } from "../catalogue";
import type { passkeys } from "../en/passkeys";

const strings: Strings<keyof typeof passkeys> = {
  actions: "Actions pour {name}",
  add: "Ajouter",
  added: "La clé d’accès est ajoutée.",
  already: "Ce compte a déjà une clé d’accès sur cet appareil.",
  confirm: "Confirmez avec votre mot de passe",
  failed: "Le navigateur n’a fourni aucune clé d’accès. Veuillez réessayer.",
  hint: "Connectez-vous avec une empreinte, un visage, un code PIN ou une clé de sécurité.",
  hintSecond: "Le mot de passe seul ne suffit alors plus.",
  instead: "Utiliser une clé d’accès",
  keepName: "Enregistrer",
  name: "Nom d’une nouvelle clé d’accès",
  nameExample: "Portable",
  newName: "Nouveau nom",
  recovery: "Codes de récupération",
  recoveryHint:
    "Chacun sert une fois à la place d’une clé d’accès ou d’un code à usage unique. Gardez-les là où vous seul regardez.",
  recoveryInstead: "Utiliser un code de récupération",
  recoveryLabel: "Code de récupération",
  recoveryLeft: "{count, plural, =0 {aucun restant} one {# restant} other {# restants}}",
  recoveryMake: "Créer de nouveaux codes",
  recoveryOnce: "Ces codes ne sont affichés qu’une fois. Les précédents ne servent plus.",
  rememberBrowser: "Ne plus demander à ce navigateur pendant {days, plural, one {# jour} other {# jours}}",
  remove: "Retirer",
  removeText: "Elle ne connecte plus personne. Là où vous êtes déjà connecté, vous le restez.",
  removeTitle: "Retirer la clé d’accès {name} ?",
  removed: "La clé d’accès est retirée.",
  rename: "Renommer",
  setUpInstead: "Utiliser plutôt une clé d’accès",
  signIn: "Se connecter avec une clé d’accès",
  synced: "Synchronisée",
  title: "Clés d’accès",
  unused: "Créée le {since}, pas encore utilisée",
  used: "Utilisée {seen}, créée le {since}",
};

export default strings;
