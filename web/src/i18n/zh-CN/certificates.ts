// Words for the certificates of SAML in the system console, in Simplified Chinese.

import type { Strings } from "../catalogue";
import type { certificates } from "../en/certificates";

const strings: Strings<keyof typeof certificates> = {
  certificates: "证书",
  idp: "提供方的证书",
  none: "无",
  private: "本服务器的私钥",
  public: "本服务器的证书",
  read: "读取描述",
  readDone: "描述已读取；请保存它填写的内容",
  readHint: "填写下方提供方的两个地址，并立即采用其证书",
  register: "需在提供方登记：Entity ID {entity}，应答地址 {receiver}",
  remove: "移除",
  removeText: "在所有节点上立即生效。登录可能会失效。",
  removeTitle: "移除“{name}”？",
  state: "状态",
  there: "已有",
  upload: "上传",
  uploaded: "从现在起在所有节点上生效",
  what: "类别",
};

export default strings;
