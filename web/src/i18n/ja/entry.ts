// Words of the pages before the chat, in Japanese.

import type { Strings } from "../catalogue";
import type { entry as english } from "../en/entry";

const entry: Strings<keyof typeof english> = {
  anotherLink: "リンクを再送",
  factorText: "このサーバーでは全員に二要素認証（パスワードに加えてスマートフォンのコード）が必要です。",
  factorTitle: "アカウントを保護する",
  forgotText: "新しいパスワードを設定するためのリンクを、アカウントのメールアドレスに送ります。",
  forgotTitle: "パスワードをお忘れですか？",
  joining: "チームに参加",
  newPassword: "新しいパスワード",
  resetDone: "パスワードを変更しました。新しいパスワードでサインインしてください。",
  resetSent: "{email} のアカウントがあれば、リンクの入ったメールを送りました。",
  resetSubmit: "パスワードを変更",
  resetTitle: "新しいパスワードを設定",
  sendAgain: "メールを再送",
  sendLink: "リンクを送る",
  unverifiedText: "サインインする前に、お送りしたメールのリンクを開いてください。",
  unverifiedTitle: "メールを確認してください",
  verified: "メールアドレスを確認しました",
  verifiedText: "{email} はあなたのものです。サインインできます。",
  verifySent: "{email} が確認待ちであれば、リンクの入ったメールを送りました。",
};
export default entry;
