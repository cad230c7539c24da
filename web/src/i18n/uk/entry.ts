// Words of the pages before the chat, in Ukrainian.

import type { Strings } from "../catalogue";
import type { entry } from "../en/entry";

const strings: Strings<keyof typeof entry> = {
  anotherLink: "Надіслати інше посилання",
  factorText: "Цей сервер вимагає від усіх другого чинника: коду з телефона на додачу до пароля.",
  factorTitle: "Захистіть свій обліковий запис",
  forgotText: "Ми надішлемо на адресу вашого облікового запису посилання, за яким ви виберете новий пароль.",
  forgotTitle: "Забули пароль?",
  joining: "Приєднатися до команди",
  newPassword: "Новий пароль",
  resetDone: "Пароль змінено. Увійдіть із новим.",
  resetSent: "Якщо є обліковий запис з адресою {email}, лист із посиланням уже в дорозі.",
  resetSubmit: "Змінити пароль",
  resetTitle: "Виберіть новий пароль",
  sendAgain: "Надіслати ще один лист",
  sendLink: "Надіслати посилання",
  unverifiedText: "Перш ніж увійти, відкрийте посилання в листі, який ми вам надіслали.",
  unverifiedTitle: "Перевірте пошту",
  verified: "Адресу підтверджено",
  verifiedText: "{email} належить вам. Можете увійти.",
  verifySent: "Якщо {email} чекає на підтвердження, лист із посиланням уже в дорозі.",
};

export default strings;
