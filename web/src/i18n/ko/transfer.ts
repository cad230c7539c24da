// Words of imports and exports in the system console, in Korean.

import type { Strings } from "../catalogue";
import type { transfer } from "../en/transfer";

const strings: Strings<keyof typeof transfer> = {
  attachments: "첨부 파일도 가져가기",
  begin: "가져오기",
  begun: "시작했습니다. 결과는 작업 목록에 표시됩니다.",
  delete: "삭제",
  deleteExport: "내보내기 {name}을(를) 삭제할까요?",
  deleteImport: "업로드한 {name}을(를) 삭제할까요?",
  deleteText: "파일이 사라집니다. 가져온 내용은 남습니다.",
  download: "다운로드",
  downloadNamed: "{name} 다운로드",
  exports: "내보내기",
  exportsHint: "여기에 쓰인 모든 것을 다른 서버가 읽을 수 있는 파일로",
  file: "파일",
  imports: "가져오기",
  importsHint: "다른 서버의 팀, 계정, 메시지",
  latestExport: "최근 내보내기",
  latestImport: "최근 가져오기",
  leftOut: "{count, plural, other {파일 또는 줄 #개를 건너뛰었습니다}}",
  newExport: "새 내보내기",
  noExports: "아직 내보낸 것이 없습니다",
  noImports: "가져올 파일이 없습니다",
  readOtherwise: "파일에 적힌 것과 다르게 읽은 것",
  upload: "파일 업로드",
  uploaded: "업로드함",
  uploading: "업로드 중… {percent} %",
};

export default strings;
