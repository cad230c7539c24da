// Words of imports and exports in the system console, in Simplified Chinese.

import type { Strings } from "../catalogue";
import type { transfer } from "../en/transfer";

const strings: Strings<keyof typeof transfer> = {
  attachments: "一并带上附件",
  begin: "导入",
  begun: "已开始。结果会显示在任务中。",
  delete: "删除",
  deleteExport: "删除导出 {name}？",
  deleteImport: "删除上传的文件 {name}？",
  deleteText: "文件会消失，已导入的内容会保留。",
  download: "下载",
  downloadNamed: "下载 {name}",
  exports: "导出",
  exportsHint: "把这里写下的一切导出为另一台服务器可读的文件",
  file: "文件",
  imports: "导入",
  importsHint: "来自另一台服务器的团队、帐号和消息",
  latestExport: "最近的导出",
  latestImport: "最近的导入",
  leftOut: "{count, plural, other {略过了 # 个文件或行}}",
  newExport: "新建导出",
  noExports: "尚未导出任何内容",
  noImports: "没有等待导入的文件",
  readOtherwise: "读取的内容与文件所写不同",
  upload: "上传文件",
  uploaded: "已上传",
  uploading: "正在上传… {percent} %",
};

export default strings;
