// Words of the pages before the chat, in Simplified Chinese.

import type { Strings } from "../catalogue";
import type { entry } from "../en/entry";

const strings: Strings<keyof typeof entry> = {
  anotherLink: "发送新链接",
  factorText: "此服务器要求所有人使用第二重验证：除密码外，还需要手机上的验证码。",
  factorTitle: "保护你的帐号",
  forgotText: "我们会向你帐号的地址发送一个链接，用它设置新密码。",
  forgotTitle: "忘记密码？",
  joining: "加入团队",
  newPassword: "新密码",
  resetDone: "密码已更改，请用新密码登录。",
  resetSent: "如果存在地址为 {email} 的帐号，一封带链接的邮件已在路上。",
  resetSubmit: "更改密码",
  resetTitle: "选择新密码",
  sendAgain: "再发一封邮件",
  sendLink: "发送链接",
  unverifiedText: "登录前，请打开我们发给你的邮件中的链接。",
  unverifiedTitle: "请查收邮件",
  verified: "地址已确认",
  verifiedText: "{email} 是你的地址，可以登录了。",
  verifySent: "如果 {email} 正在等待确认，一封带链接的邮件已在路上。",
};

export default strings;
