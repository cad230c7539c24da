// The values that some settings are chosen from, as the console names them, in Korean.

import type { Strings } from "../catalogue";
import type { choices } from "../en/choices";

const strings: Strings<keyof typeof choices> = {
  "EmailSettings.ConnectionSecurity=": "없음",
  "EmailSettings.ConnectionSecurity=TLS": "처음부터 (TLS)",
  "EmailSettings.ConnectionSecurity=STARTTLS": "인사 후 (STARTTLS)",
  "EmailSettings.EmailNotificationContentsType=full": "전체",
  "EmailSettings.EmailNotificationContentsType=generic": "누가 어디에 썼는지만, 내용 없이",
  "EmailSettings.PushNotificationContents=generic_no_channel": "누가 썼는지만, 채널과 내용 없이",
  "EmailSettings.PushNotificationContents=generic": "누가 어디에 썼는지만, 내용 없이",
  "EmailSettings.PushNotificationContents=full": "전체",
  "EmailSettings.PushNotificationContents=id_loaded": "없음: 휴대전화가 서버에 묻습니다",
  "FileSettings.DriverName=local": "폴더에",
  "FileSettings.DriverName=amazons3": "S3 버킷에",
  "LdapSettings.ConnectionSecurity=": "없음",
  "LdapSettings.ConnectionSecurity=TLS": "처음부터 (TLS)",
  "LdapSettings.ConnectionSecurity=STARTTLS": "인사 후 (STARTTLS)",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA256": "RSA 및 SHA-256",
  "SamlSettings.SignatureAlgorithm=RSAwithSHA512": "RSA 및 SHA-512",
  "ServiceSettings.CollapsedThreads=disabled": "안 함",
  "ServiceSettings.CollapsedThreads=default_off": "사람이 켜지 않으면 안 함",
  "ServiceSettings.CollapsedThreads=default_on": "사람이 끄지 않으면 함",
  "ServiceSettings.CollapsedThreads=always_on": "항상",
  "ServiceSettings.ExperimentalGroupUnreadChannels=disabled": "안 함",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_on": "사람이 끄지 않으면 함",
  "ServiceSettings.ExperimentalGroupUnreadChannels=default_off": "사람이 켜지 않으면 안 함",
  "ServiceSettings.TLSMinVer=1.2": "TLS 1.2",
  "ServiceSettings.TLSMinVer=1.3": "TLS 1.3",
  "SqlSettings.DriverName=sqlite": "SQLite, 내장",
  "SqlSettings.DriverName=postgres": "PostgreSQL",
  "TeamSettings.RestrictDirectMessage=any": "모두",
  "TeamSettings.RestrictDirectMessage=team": "같은 팀의 멤버",
  "TeamSettings.TeammateNameDisplay=username": "사용자 이름",
  "TeamSettings.TeammateNameDisplay=nickname_full_name": "별명, 없으면 이름 전체",
  "TeamSettings.TeammateNameDisplay=full_name": "이름 전체",
};

export default strings;
