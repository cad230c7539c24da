// Words of the pages before the chat, in Brazilian Portuguese.

import type { Strings } from "../catalogue";
import type { entry } from "../en/entry";

const strings: Strings<keyof typeof entry> = {
  anotherLink: "Enviar outro link",
  factorText: "Este servidor pede a todos um segundo fator: um código do seu celular além da senha.",
  factorTitle: "Proteja a sua conta",
  forgotText: "Enviamos ao endereço da sua conta um link com o qual você escolhe uma nova senha.",
  forgotTitle: "Esqueceu a senha?",
  joining: "Entrar em uma equipe",
  newPassword: "Nova senha",
  resetDone: "Sua senha foi trocada. Entre com a nova.",
  resetSent: "Se existe uma conta com o endereço {email}, um e-mail com um link está a caminho.",
  resetSubmit: "Trocar senha",
  resetTitle: "Escolha uma nova senha",
  sendAgain: "Enviar outro e-mail",
  sendLink: "Enviar link",
  unverifiedText: "Antes de entrar, abra o link no e-mail que enviamos a você.",
  unverifiedTitle: "Veja seu e-mail",
  verified: "Endereço confirmado",
  verifiedText: "{email} é seu. Você já pode entrar.",
  verifySent: "Se {email} espera uma confirmação, um e-mail com um link está a caminho.",
};

export default strings;
