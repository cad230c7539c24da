// Words of the pages before the chat, in Korean.

import type { Strings } from "../catalogue";
import type { entry } from "../en/entry";

const strings: Strings<keyof typeof entry> = {
  anotherLink: "다른 링크 보내기",
  factorText: "이 서버는 모두에게 2단계 인증을 요구합니다. 비밀번호와 함께 휴대폰의 코드가 필요합니다.",
  factorTitle: "계정을 보호하세요",
  forgotText: "계정 주소로 새 비밀번호를 정하는 링크를 보내 드립니다.",
  forgotTitle: "비밀번호를 잊으셨나요?",
  joining: "팀에 참여",
  newPassword: "새 비밀번호",
  resetDone: "비밀번호가 바뀌었습니다. 새 비밀번호로 로그인하세요.",
  resetSent: "{email} 주소의 계정이 있으면 링크가 담긴 메일이 가고 있습니다.",
  resetSubmit: "비밀번호 변경",
  resetTitle: "새 비밀번호를 정하세요",
  sendAgain: "메일 다시 보내기",
  sendLink: "링크 보내기",
  unverifiedText: "로그인하기 전에 보내 드린 메일의 링크를 여세요.",
  unverifiedTitle: "메일을 확인하세요",
  verified: "주소 확인됨",
  verifiedText: "{email} 주소가 확인되었습니다. 로그인할 수 있습니다.",
  verifySent: "{email} 주소가 확인을 기다리고 있으면 링크가 담긴 메일이 가고 있습니다.",
};

export default strings;
