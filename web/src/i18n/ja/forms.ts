// Words of what programs ask: buttons, menus and forms; in Japanese.

import type { Strings } from "../catalogue";
import type { forms as english } from "../en/forms";

const forms: Strings<keyof typeof english> = {
  actions: "操作",
  cancel: "キャンセル",
  choose: "選択…",
  nothingFound: "見つかりません",
  optional: "{label}（任意）",
  required: "必須です。",
  submit: "送信",
  takeAway: "{name} を外す",
  tooLong: "{count, plural, other {#文字以内にしてください。}}",
  tooShort: "{count, plural, other {#文字以上にしてください。}}",
  wrongEmail: "メールアドレスではありません。",
  wrongNumber: "数値ではありません。",
  wrongUrl: "アドレスは http:// または https:// で始まります。",
};

export default forms;
