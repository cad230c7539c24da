// Words of the pages before the chat, in Japanese.

import type { Strings } from "../catalogue";
import type { entry as english } from "../en/entry";

const entry: Strings<keyof typeof english> = {
  anotherLink: "リンクを再送",
  desktopOpen: "デスクトップアプリを開く",
  desktopText: "サインインしました。デスクトップアプリが開きます。開かない場合はこちらから開いてください。",
  desktopTitle: "デスクトップアプリに戻る",
  factorText: "このサーバーでは全員に二要素認証（パスワードに加えてスマートフォンのコード）が必要です。",
  factorTitle: "アカウントを保護する",
  forgotText: "新しいパスワードを設定するためのリンクを、アカウントのメールアドレスに送ります。",
  forgotTitle: "パスワードをお忘れですか？",
  joining: "チームに参加",
  linkAsk: "パスワードのないゲストの方",
  linkOpen: "ボタンを押すとサインインします。リンクは一度だけ使えます。",
  linkSent: "{email} のパスワードのないゲストがいれば、リンクの入ったメールを送りました。",
  linkText: "招待されたメールアドレスにリンクを送ります。5分間、一度だけ使えます。",
  linkTitle: "リンクでサインイン",
  newPassword: "新しいパスワード",
  resetDone: "パスワードを変更しました。新しいパスワードでサインインしてください。",
  resetSent: "{email} のアカウントがあれば、リンクの入ったメールを送りました。",
  resetSubmit: "パスワードを変更",
  resetTitle: "新しいパスワードを設定",
  sendAgain: "メールを再送",
  sendLink: "リンクを送る",
  ssoAddressTaken:
    "あなたのメールアドレスのアカウントは別の方法でサインインします。その方法を使うか、管理者に切り替えを依頼してください。",
  ssoAlreadyLinked:
    "サービスのこのアカウントは、すでに別のアカウントで使われています。そのアカウントでサインインするか、管理者に相談してください。",
  ssoCode: "コード: {code}",
  ssoDenied: "サインインがキャンセルまたは拒否されました。もう一度お試しください。",
  ssoNoAccount: "このサーバーにはあなたのアカウントがありません。管理者にお問い合わせください。",
  ssoNoAddress:
    "あなたのメールアドレスは確認されていないため、アカウントを特定できません。管理者にお問い合わせください。",
  ssoNotAdmitted: "あなたのアカウントはサインインできません。管理者にお問い合わせください。",
  ssoNotAllowed: "このサーバーを利用できるメンバーに含まれていません。管理者にお問い合わせください。",
  ssoNotBegun: "サインインに時間がかかりすぎたか、別のウィンドウで開始されました。もう一度お試しください。",
  ssoUnknown: "このサインイン方法はもうありません。",
  ssoUnreachable:
    "サインインのサービスが応答しません。しばらくしてからもう一度お試しいただくか、別の方法でサインインしてください。",
  ssoWith: "次の方法でサインイン",
  ssoWrong: "このサインイン方法に問題があります。コードを管理者に伝えてください。",
  unverifiedText: "サインインする前に、お送りしたメールのリンクを開いてください。",
  unverifiedTitle: "メールを確認してください",
  verified: "メールアドレスを確認しました",
  verifiedText: "{email} はあなたのものです。サインインできます。",
  verifySent: "{email} が確認待ちであれば、リンクの入ったメールを送りました。",
};
export default entry;
