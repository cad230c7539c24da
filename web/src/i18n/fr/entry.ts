// Words of the pages before the chat, in French.

import type { Strings } from "../catalogue";
import type { entry } from "../en/entry";

const strings: Strings<keyof typeof entry> = {
  anotherLink: "Envoyer un autre lien",
  factorText:
    "Ce serveur demande à tout le monde un second facteur : un code de votre téléphone en plus du mot de passe.",
  factorTitle: "Protégez votre compte",
  forgotText: "Nous envoyons à l’adresse de votre compte un lien qui permet de choisir un nouveau mot de passe.",
  forgotTitle: "Mot de passe oublié ?",
  joining: "Rejoindre une équipe",
  newPassword: "Nouveau mot de passe",
  resetDone: "Votre mot de passe est changé. Connectez-vous avec le nouveau.",
  resetSent: "S’il existe un compte avec l’adresse {email}, un e-mail avec un lien est en route.",
  resetSubmit: "Changer le mot de passe",
  resetTitle: "Choisissez un nouveau mot de passe",
  sendAgain: "Envoyer un autre e-mail",
  sendLink: "Envoyer le lien",
  unverifiedText: "Avant de vous connecter, ouvrez le lien de l’e-mail que nous vous avons envoyé.",
  unverifiedTitle: "Consultez vos e-mails",
  verified: "Adresse confirmée",
  verifiedText: "{email} est bien à vous. Vous pouvez vous connecter.",
  verifySent: "Si {email} attend une confirmation, un e-mail avec un lien est en route.",
};

export default strings;
