// Words of the pages before the chat, in Brazilian Portuguese.

import type { Strings } from "../catalogue";
import type { entry } from "../en/entry";

const strings: Strings<keyof typeof entry> = {
  anotherLink: "Enviar outro link",
  desktopOpen: "Abrir o aplicativo de desktop",
  desktopText: "Você entrou. O aplicativo de desktop vai abrir; se não abrir, abra-o aqui.",
  desktopTitle: "De volta ao aplicativo de desktop",
  factorText: "Este servidor pede a todos um segundo fator: um código do seu celular além da senha.",
  factorTitle: "Proteja a sua conta",
  forgotText: "Enviamos ao endereço da sua conta um link com o qual você escolhe uma nova senha.",
  forgotTitle: "Esqueceu a senha?",
  joining: "Entrar em uma equipe",
  linkAsk: "É convidado e não tem senha?",
  linkOpen: "Toque no botão para entrar. O link vale uma vez.",
  linkSent: "Se um convidado sem senha tem o endereço {email}, um e-mail com um link está a caminho.",
  linkText: "Enviamos um link ao endereço com que você foi convidado. Ele vale uma vez, por cinco minutos.",
  linkTitle: "Entrar por um link",
  newPassword: "Nova senha",
  resetDone: "Sua senha foi trocada. Entre com a nova.",
  resetSent: "Se existe uma conta com o endereço {email}, um e-mail com um link está a caminho.",
  resetSubmit: "Trocar senha",
  resetTitle: "Escolha uma nova senha",
  sendAgain: "Enviar outro e-mail",
  sendLink: "Enviar link",
  ssoAddressTaken:
    "Uma conta com o seu endereço de e-mail entra de outra forma. Use essa forma ou peça a um administrador para mudá-la.",
  ssoAlreadyLinked: "Outra conta já usa esta conta do serviço. Entre com ela ou peça a um administrador.",
  ssoCode: "Código: {code}",
  ssoDenied: "A entrada foi cancelada ou recusada lá. Tente novamente.",
  ssoNoAccount: "Não há conta para você neste servidor. Fale com um administrador.",
  ssoNoAddress:
    "Seu endereço de e-mail não está confirmado lá, então nenhuma conta pode ser encontrada por ele. Fale com um administrador.",
  ssoNotAdmitted: "Sua conta não pode entrar. Fale com um administrador.",
  ssoNotAllowed: "Você não está entre as pessoas que podem usar este servidor. Fale com um administrador.",
  ssoNotBegun: "A entrada demorou demais ou foi iniciada em outra janela. Tente novamente.",
  ssoUnknown: "Esta forma de entrar não existe mais.",
  ssoUnreachable: "O serviço que faz a sua entrada não responde. Tente mais tarde ou entre de outra forma.",
  ssoWith: "Entrar com",
  ssoWrong: "Há algo errado com esta forma de entrar. Passe o código a um administrador.",
  unverifiedText: "Antes de entrar, abra o link no e-mail que enviamos a você.",
  unverifiedTitle: "Veja seu e-mail",
  verified: "Endereço confirmado",
  verifiedText: "{email} é seu. Você já pode entrar.",
  verifySent: "Se {email} espera uma confirmação, um e-mail com um link está a caminho.",
};

export default strings;
