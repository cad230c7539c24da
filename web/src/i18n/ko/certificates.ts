// Words for the certificates of SAML in the system console, in Korean.

import type { Strings } from "../catalogue";
import type { certificates } from "../en/certificates";

const strings: Strings<keyof typeof certificates> = {
  certificates: "인증서",
  idp: "공급자의 인증서",
  none: "없음",
  private: "이 서버의 개인 키",
  public: "이 서버의 인증서",
  read: "설명 읽기",
  readDone: "설명을 읽었습니다. 채워진 내용을 저장하세요",
  readHint: "아래에 공급자의 두 주소를 채우고 인증서를 바로 적용합니다",
  register: "공급자에 등록할 것: 엔터티 ID {entity}, 응답 주소 {receiver}",
  remove: "제거",
  removeText: "모든 노드에 바로 적용됩니다. 로그인이 되지 않을 수 있습니다.",
  removeTitle: "“{name}” 항목을 제거할까요?",
  state: "상태",
  there: "있음",
  upload: "업로드",
  uploaded: "이제부터 모든 노드에 적용됩니다",
  what: "종류",
};

export default strings;
