// Words of the pages before the chat, in English.

export const entry = {
  anotherLink: "Send another link",
  factorText: "This server asks everybody for a second factor: a code from your phone besides the password.",
  factorTitle: "Protect your account",
  forgotText: "We send a link to the address of your account, with which you choose a new password.",
  forgotTitle: "Forgot your password?",
  joining: "Join a team",
  newPassword: "New password",
  resetDone: "Your password is changed. Sign in with the new one.",
  resetSent: "If there is an account with the address {email}, a mail with a link is on its way.",
  resetSubmit: "Change password",
  resetTitle: "Choose a new password",
  sendAgain: "Send another mail",
  sendLink: "Send link",
  unverifiedText: "Before you sign in, open the link in the mail that we sent you.",
  unverifiedTitle: "Check your mail",
  verified: "Address confirmed",
  verifiedText: "{email} belongs to you. You can sign in.",
  verifySent: "If {email} waits for a confirmation, a mail with a link is on its way.",
} as const;
