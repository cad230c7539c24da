// Words of imports and exports in the system console, in Japanese.

import type { Strings } from "../catalogue";
import type { transfer as english } from "../en/transfer";

const transfer: Strings<keyof typeof english> = {
  attachments: "添付ファイルを含める",
  begin: "取り込む",
  begun: "開始しました。結果はジョブに表示されます。",
  delete: "削除",
  deleteExport: "エクスポート {name} を削除しますか？",
  deleteImport: "アップロードしたファイル {name} を削除しますか？",
  deleteText: "ファイルは失われます。取り込んだ内容は残ります。",
  download: "ダウンロード",
  downloadNamed: "{name} をダウンロード",
  exports: "エクスポート",
  exportsHint: "ここに書かれたすべてを、別のサーバーが読めるファイルにします",
  file: "ファイル",
  imports: "インポート",
  importsHint: "別のサーバーのチーム、アカウント、メッセージ",
  latestExport: "最新のエクスポート",
  latestImport: "最新のインポート",
  leftOut: "{count} 件のファイルまたは行を取り込めませんでした",
  newExport: "新しいエクスポート",
  noExports: "まだエクスポートはありません",
  noImports: "取り込みを待つファイルはありません",
  readOtherwise: "ファイルの記述と異なる形で読み取った箇所",
  upload: "ファイルをアップロード",
  uploaded: "アップロードしました",
  uploading: "アップロード中… {percent} %",
};

export default transfer;
