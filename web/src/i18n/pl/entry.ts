// Words of the pages before the chat, in Polish.

import type { Strings } from "../catalogue";
import type { entry } from "../en/entry";

const strings: Strings<keyof typeof entry> = {
  anotherLink: "Wyślij kolejny link",
  desktopOpen: "Otwórz aplikację na komputer",
  desktopText: "Zalogowano. Aplikacja na komputer otworzy się; jeśli nie, otwórz ją tutaj.",
  desktopTitle: "Powrót do aplikacji na komputer",
  factorText: "Ten serwer wymaga od wszystkich drugiego składnika: oprócz hasła także kodu z telefonu.",
  factorTitle: "Zabezpiecz swoje konto",
  forgotText: "Wyślemy na adres Twojego konta link, którym ustawisz nowe hasło.",
  forgotTitle: "Nie pamiętasz hasła?",
  joining: "Dołącz do zespołu",
  linkAsk: "Gość bez hasła?",
  linkOpen: "Naciśnij przycisk, aby się zalogować. Link działa raz.",
  linkSent: "Jeśli gość bez hasła ma adres {email}, wiadomość z linkiem jest w drodze.",
  linkText: "Wyślemy link na adres, na który przyszło zaproszenie. Działa raz, przez pięć minut.",
  linkTitle: "Logowanie linkiem",
  newPassword: "Nowe hasło",
  resetDone: "Hasło zostało zmienione. Zaloguj się nowym.",
  resetSent: "Jeśli istnieje konto z adresem {email}, wiadomość z linkiem jest w drodze.",
  resetSubmit: "Zmień hasło",
  resetTitle: "Wybierz nowe hasło",
  sendAgain: "Wyślij kolejną wiadomość",
  sendLink: "Wyślij link",
  ssoAddressTaken:
    "Konto z Twoim adresem e-mail loguje się w inny sposób. Użyj go albo poproś administratora o zmianę.",
  ssoAlreadyLinked: "Inne konto korzysta już z tego konta usługi. Zaloguj się nim albo poproś administratora.",
  ssoCode: "Kod: {code}",
  ssoDenied: "Logowanie zostało tam anulowane lub odrzucone. Spróbuj ponownie.",
  ssoNoAccount: "Na tym serwerze nie ma dla Ciebie konta. Zwróć się do administratora.",
  ssoNoAddress:
    "Twój adres e-mail nie jest tam potwierdzony, więc nie można po nim znaleźć konta. Zwróć się do administratora.",
  ssoNotAdmitted: "Twoje konto nie może się logować. Zwróć się do administratora.",
  ssoNotAllowed: "Nie należysz do osób, które mogą korzystać z tego serwera. Zwróć się do administratora.",
  ssoNotBegun: "Logowanie trwało zbyt długo albo zaczęło się w innym oknie. Spróbuj ponownie.",
  ssoUnknown: "Ten sposób logowania już nie istnieje.",
  ssoUnreachable: "Usługa, która Cię loguje, nie odpowiada. Spróbuj później albo zaloguj się inaczej.",
  ssoWith: "Zaloguj się przez",
  ssoWrong: "Coś jest nie tak z tym sposobem logowania. Przekaż kod administratorowi.",
  unverifiedText: "Zanim się zalogujesz, otwórz link z wiadomości, którą wysłaliśmy.",
  unverifiedTitle: "Sprawdź pocztę",
  verified: "Adres potwierdzony",
  verifiedText: "{email} należy do Ciebie. Możesz się zalogować.",
  verifySent: "Jeśli {email} czeka na potwierdzenie, wiadomość z linkiem jest w drodze.",
};

export default strings;
