// Words of the pages before the chat, in French.

import type { Strings } from "../catalogue";
import type { entry } from "../en/entry";

const strings: Strings<keyof typeof entry> = {
  anotherLink: "Envoyer un autre lien",
  desktopOpen: "Ouvrir l’application de bureau",
  desktopText: "Vous êtes connecté. L’application de bureau s’ouvre ; sinon, ouvrez-la ici.",
  desktopTitle: "Retour à l’application de bureau",
  factorText:
    "Ce serveur demande à tout le monde un second facteur : un code de votre téléphone en plus du mot de passe.",
  factorTitle: "Protégez votre compte",
  forgotText: "Nous envoyons à l’adresse de votre compte un lien qui permet de choisir un nouveau mot de passe.",
  forgotTitle: "Mot de passe oublié ?",
  joining: "Rejoindre une équipe",
  linkAsk: "Invité sans mot de passe ?",
  linkOpen: "Appuyez sur le bouton pour vous connecter. Le lien sert une fois.",
  linkSent: "Si un invité sans mot de passe a l’adresse {email}, un e-mail avec un lien est en route.",
  linkText:
    "Nous envoyons un lien à l’adresse avec laquelle vous avez été invité. Il sert une fois, pendant cinq minutes.",
  linkTitle: "Se connecter par un lien",
  newPassword: "Nouveau mot de passe",
  resetDone: "Votre mot de passe est changé. Connectez-vous avec le nouveau.",
  resetSent: "S’il existe un compte avec l’adresse {email}, un e-mail avec un lien est en route.",
  resetSubmit: "Changer le mot de passe",
  resetTitle: "Choisissez un nouveau mot de passe",
  sendAgain: "Envoyer un autre e-mail",
  sendLink: "Envoyer le lien",
  ssoAddressTaken:
    "Un compte avec votre adresse e-mail se connecte d’une autre manière. Utilisez celle-ci, ou demandez à un administrateur de le déplacer.",
  ssoAlreadyLinked:
    "Un autre compte utilise déjà ce compte du service. Connectez-vous avec lui, ou demandez à un administrateur.",
  ssoCode: "Code : {code}",
  ssoDenied: "La connexion y a été annulée ou refusée. Veuillez réessayer.",
  ssoNoAccount: "Il n’y a pas de compte pour vous sur ce serveur. Adressez-vous à un administrateur.",
  ssoNoAddress:
    "Votre adresse e-mail n’y est pas confirmée, elle ne permet donc de trouver aucun compte. Adressez-vous à un administrateur.",
  ssoNotAdmitted: "Votre compte ne peut pas se connecter. Adressez-vous à un administrateur.",
  ssoNotAllowed:
    "Vous ne faites pas partie des personnes autorisées à utiliser ce serveur. Adressez-vous à un administrateur.",
  ssoNotBegun: "La connexion a pris trop de temps ou a commencé dans une autre fenêtre. Veuillez réessayer.",
  ssoUnknown: "Cette manière de se connecter n’existe plus.",
  ssoUnreachable: "Le service qui vous connecte ne répond pas. Réessayez plus tard ou connectez-vous autrement.",
  ssoWith: "Se connecter avec",
  ssoWrong: "Cette manière de se connecter présente un problème. Transmettez le code à un administrateur.",
  unverifiedText: "Avant de vous connecter, ouvrez le lien de l’e-mail que nous vous avons envoyé.",
  unverifiedTitle: "Consultez vos e-mails",
  verified: "Adresse confirmée",
  verifiedText: "{email} est bien à vous. Vous pouvez vous connecter.",
  verifySent: "Si {email} attend une confirmation, un e-mail avec un lien est en route.",
};

export default strings;
