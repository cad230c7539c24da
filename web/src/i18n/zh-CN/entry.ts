// Words of the pages before the chat, in Simplified Chinese.

import type { Strings } from "../catalogue";
import type { entry } from "../en/entry";

const strings: Strings<keyof typeof entry> = {
  anotherLink: "发送新链接",
  desktopOpen: "打开桌面应用",
  desktopText: "您已登录。桌面应用即将打开；如果没有，请在此打开。",
  desktopTitle: "返回桌面应用",
  factorText: "此服务器要求所有人使用第二重验证：除密码外，还需要手机上的验证码。",
  factorTitle: "保护你的帐号",
  forgotText: "我们会向你帐号的地址发送一个链接，用它设置新密码。",
  forgotTitle: "忘记密码？",
  joining: "加入团队",
  linkAsk: "没有密码的访客？",
  linkOpen: "按下按钮即可登录。此链接只能使用一次。",
  linkSent: "如果有地址为 {email} 的无密码访客，一封带链接的邮件已在路上。",
  linkText: "我们会向你受邀时的地址发送链接。它在五分钟内有效，只能使用一次。",
  linkTitle: "通过链接登录",
  newPassword: "新密码",
  resetDone: "密码已更改，请用新密码登录。",
  resetSent: "如果存在地址为 {email} 的帐号，一封带链接的邮件已在路上。",
  resetSubmit: "更改密码",
  resetTitle: "选择新密码",
  sendAgain: "再发一封邮件",
  sendLink: "发送链接",
  ssoAddressTaken: "使用您的邮箱地址的帐号以其他方式登录。请使用该方式，或请管理员更改。",
  ssoAlreadyLinked: "该服务的这个帐号已被另一个帐号使用。请用那个帐号登录，或联系管理员。",
  ssoCode: "代码：{code}",
  ssoDenied: "登录在那里被取消或拒绝。请重试。",
  ssoNoAccount: "此服务器上没有您的帐号。请联系管理员。",
  ssoNoAddress: "您的邮箱地址在那里未经确认，因此无法据此找到帐号。请联系管理员。",
  ssoNotAdmitted: "您的帐号不能登录。请联系管理员。",
  ssoNotAllowed: "您不在可使用此服务器的人员之中。请联系管理员。",
  ssoNotBegun: "登录用时过长，或是在另一个窗口中开始的。请重试。",
  ssoUnknown: "此登录方式已不存在。",
  ssoUnreachable: "为您登录的服务没有响应。请稍后重试，或以其他方式登录。",
  ssoWith: "登录方式",
  ssoWrong: "此登录方式有问题。请将代码告知管理员。",
  unverifiedText: "登录前，请打开我们发给你的邮件中的链接。",
  unverifiedTitle: "请查收邮件",
  verified: "地址已确认",
  verifiedText: "{email} 是你的地址，可以登录了。",
  verifySent: "如果 {email} 正在等待确认，一封带链接的邮件已在路上。",
};

export default strings;
