// Words of the pages before the chat, in Polish.

import type { Strings } from "../catalogue";
import type { entry } from "../en/entry";

const strings: Strings<keyof typeof entry> = {
  anotherLink: "Wyślij kolejny link",
  factorText: "Ten serwer wymaga od wszystkich drugiego składnika: oprócz hasła także kodu z telefonu.",
  factorTitle: "Zabezpiecz swoje konto",
  forgotText: "Wyślemy na adres Twojego konta link, którym ustawisz nowe hasło.",
  forgotTitle: "Nie pamiętasz hasła?",
  joining: "Dołącz do zespołu",
  newPassword: "Nowe hasło",
  resetDone: "Hasło zostało zmienione. Zaloguj się nowym.",
  resetSent: "Jeśli istnieje konto z adresem {email}, wiadomość z linkiem jest w drodze.",
  resetSubmit: "Zmień hasło",
  resetTitle: "Wybierz nowe hasło",
  sendAgain: "Wyślij kolejną wiadomość",
  sendLink: "Wyślij link",
  unverifiedText: "Zanim się zalogujesz, otwórz link z wiadomości, którą wysłaliśmy.",
  unverifiedTitle: "Sprawdź pocztę",
  verified: "Adres potwierdzony",
  verifiedText: "{email} należy do Ciebie. Możesz się zalogować.",
  verifySent: "Jeśli {email} czeka na potwierdzenie, wiadomość z linkiem jest w drodze.",
};

export default strings;
