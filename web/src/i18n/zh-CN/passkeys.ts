// Words of passkeys and recovery codes, in Simplified Chinese.

import type { Strings } from "../catalogue";
import type { passkeys } from "../en/passkeys";

const strings: Strings<keyof typeof passkeys> = {
  actions: "{name} 的操作",
  add: "添加",
  added: "通行密钥已添加。",
  already: "此账号在这台设备上已有通行密钥。",
  confirm: "用密码确认",
  failed: "浏览器没有提供通行密钥。请重试。",
  hint: "用指纹、面容、PIN 或安全密钥登录。",
  hintSecond: "添加后，仅凭密码无法登录。",
  instead: "使用通行密钥",
  keepName: "保存",
  name: "新通行密钥的名称",
  nameExample: "笔记本电脑",
  newName: "新名称",
  recovery: "恢复代码",
  recoveryHint: "每个代码可代替通行密钥或一次性验证码使用一次。请保存在只有你能看到的地方。",
  recoveryInstead: "使用恢复代码",
  recoveryLabel: "恢复代码",
  recoveryLeft: "{count, plural, =0 {没有剩余} other {剩余 # 个}}",
  recoveryMake: "生成新代码",
  recoveryOnce: "这些代码只显示一次。之前的代码已失效。",
  rememberBrowser: "{days, plural, other {# 天}}内不再询问此浏览器",
  remove: "移除",
  removeText: "之后无法再用它登录。已登录的地方保持不变。",
  removeTitle: "移除通行密钥 {name}？",
  removed: "通行密钥已移除。",
  rename: "重命名",
  setUpInstead: "改用通行密钥",
  signIn: "用通行密钥登录",
  synced: "已同步",
  title: "通行密钥",
  unused: "创建于 {since}，尚未使用",
  used: "{seen}使用过，创建于 {since}",
};

export default strings;
