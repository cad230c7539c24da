// Words of the pages before the chat, in Korean.

import type { Strings } from "../catalogue";
import type { entry } from "../en/entry";

const strings: Strings<keyof typeof entry> = {
  anotherLink: "다른 링크 보내기",
  desktopOpen: "데스크톱 앱 열기",
  desktopText: "로그인했습니다. 데스크톱 앱이 열립니다. 열리지 않으면 여기에서 여세요.",
  desktopTitle: "데스크톱 앱으로 돌아가기",
  factorText: "이 서버는 모두에게 2단계 인증을 요구합니다. 비밀번호와 함께 휴대폰의 코드가 필요합니다.",
  factorTitle: "계정을 보호하세요",
  forgotText: "계정 주소로 새 비밀번호를 정하는 링크를 보내 드립니다.",
  forgotTitle: "비밀번호를 잊으셨나요?",
  joining: "팀에 참여",
  linkAsk: "비밀번호가 없는 게스트이신가요?",
  linkOpen: "버튼을 누르면 로그인합니다. 링크는 한 번만 쓸 수 있습니다.",
  linkSent: "{email} 주소를 쓰는 비밀번호 없는 게스트가 있으면 링크가 담긴 메일이 가고 있습니다.",
  linkText: "초대받은 주소로 링크를 보내 드립니다. 5분 동안 한 번만 쓸 수 있습니다.",
  linkTitle: "링크로 로그인",
  newPassword: "새 비밀번호",
  resetDone: "비밀번호가 바뀌었습니다. 새 비밀번호로 로그인하세요.",
  resetSent: "{email} 주소의 계정이 있으면 링크가 담긴 메일이 가고 있습니다.",
  resetSubmit: "비밀번호 변경",
  resetTitle: "새 비밀번호를 정하세요",
  sendAgain: "메일 다시 보내기",
  sendLink: "링크 보내기",
  ssoAddressTaken: "이 이메일 주소의 계정은 다른 방법으로 로그인합니다. 그 방법을 쓰거나 관리자에게 변경을 요청하세요.",
  ssoAlreadyLinked:
    "서비스의 이 계정은 이미 다른 계정이 사용하고 있습니다. 그 계정으로 로그인하거나 관리자에게 문의하세요.",
  ssoCode: "코드: {code}",
  ssoDenied: "그곳에서 로그인이 취소되거나 거부되었습니다. 다시 시도하세요.",
  ssoNoAccount: "이 서버에 계정이 없습니다. 관리자에게 문의하세요.",
  ssoNoAddress: "그곳에서 이메일 주소가 확인되지 않아 계정을 찾을 수 없습니다. 관리자에게 문의하세요.",
  ssoNotAdmitted: "이 계정은 로그인할 수 없습니다. 관리자에게 문의하세요.",
  ssoNotAllowed: "이 서버를 사용할 수 있는 사람이 아닙니다. 관리자에게 문의하세요.",
  ssoNotBegun: "로그인에 너무 오래 걸렸거나 다른 창에서 시작되었습니다. 다시 시도하세요.",
  ssoUnknown: "이 로그인 방법은 더 이상 없습니다.",
  ssoUnreachable: "로그인 서비스가 응답하지 않습니다. 나중에 다시 시도하거나 다른 방법으로 로그인하세요.",
  ssoWith: "다음으로 로그인",
  ssoWrong: "이 로그인 방법에 문제가 있습니다. 코드를 관리자에게 알려 주세요.",
  unverifiedText: "로그인하기 전에 보내 드린 메일의 링크를 여세요.",
  unverifiedTitle: "메일을 확인하세요",
  verified: "주소 확인됨",
  verifiedText: "{email} 주소가 확인되었습니다. 로그인할 수 있습니다.",
  verifySent: "{email} 주소가 확인을 기다리고 있으면 링크가 담긴 메일이 가고 있습니다.",
};

export default strings;
